import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { randomConditionOf, randomState } from '#tests/support/model/condition.ts'
import { createRandom } from '#tests/support/model/random.ts'
import { isTrue } from './evaluate.ts'
import { explainCondition, withoutValues } from './explain.ts'

const state: JsonObject = {
  regions: ['EU', 'UK', 'US', 'AP'],
  region: 'US',
  many: Array.from({ length: 20 }, (_, index) => index),
  odd: ['a (b)', 'c, d', ''],
  none: [],
  off: false,
  zero: 0,
  blank: '',
  on: true,
  note: 'hello world',
  deep: { path: { to: null } },
  rows: [{ a: 1 }, [1, 2]],
}
const v = (path: string) => ({ var: path })

describe('what a false condition has seen', () => {
  it.each<[Json, string, string]>([
    [{ in: ['crypto', v('regions')] }, 'crypto not in regions (EU, UK, US, AP)', 'crypto not in regions'],
    [{ in: [v('region'), ['EU', 'UK']] }, 'region (US) not in EU, UK', 'region not in EU, UK'],
    [
      { in: [v('note'), v('regions')] },
      'note (hello world) not in regions (EU, UK, US, AP)',
      'note not in regions',
    ],
    [{ in: ['bye', v('note')] }, 'bye not in note (hello world)', 'bye not in note'],
    [{ in: [99, v('many')] }, '99 not in many (0, 1, 2, 3, 4, 5, 6, 7, 12 more)', '99 not in many'],
    [{ in: ['x', v('odd')] }, 'x not in odd ("a (b)", "c, d", empty)', 'x not in odd'],
    [{ in: ['x', v('none')] }, 'x not in none (empty)', 'x not in none'],
    [{ in: ['x', v('missing')] }, 'x not in missing (not set)', 'x not in missing'],
    [{ in: ['x', v('rows')] }, 'x not in rows (an object, 2 values)', 'x not in rows'],
    [{ in: ['x', { var: ['missing', ['EU']] }] }, 'x not in missing (EU)', 'x not in missing'],
    [
      { in: ['x', { or: [v('none'), v('regions')] }] },
      'x not in none or regions (EU, UK, US, AP)',
      'x not in none or regions',
    ],
    [{ in: ['x', [v('region'), 'EU']] }, 'x not in region, EU (US, EU)', 'x not in region, EU'],
    [v('off'), 'off is false', 'off is false'],
    [v('zero'), 'zero is 0', 'zero is 0'],
    [v('blank'), 'blank is empty', 'blank is empty'],
    [v('none'), 'none is empty', 'none is empty'],
    [v('missing'), 'missing is not set', 'missing is not set'],
    [v('deep.path.to'), 'deep.path.to is not set', 'deep.path.to is not set'],
    [{ var: ['missing', 0] }, 'missing is 0', 'missing is 0'],
    [{ and: [v('on'), v('off'), v('zero')] }, 'off is false', 'off is false'],
    [
      { or: [v('off'), { in: ['x', v('none')] }] },
      'off is false and x not in none (empty)',
      'off is false and x not in none',
    ],
    [
      { or: [v('off'), v('zero'), v('blank'), v('none'), v('missing')] },
      'off is false and zero is 0 and blank is empty and 2 more',
      'off is false and zero is 0 and blank is empty and 2 more',
    ],
    [
      { and: [v('on'), { or: [v('off'), { and: [v('on'), v('zero')] }] }] },
      'off is false and zero is 0',
      'off is false and zero is 0',
    ],
    [false, 'false', 'false'],
    [0, '0', '0'],
    [null, 'not set', 'not set'],
    [[], 'empty list', 'empty list'],
    [{ '==': [1, 2] }, '', ''],
    [{}, '', ''],
  ])('%j: %s', (condition, text, short) => {
    expect(isTrue(condition, state)).toBe(false)
    expect(explainCondition(condition, state)).toBe(text)
    expect(withoutValues(text)).toBe(short)
  })

  it('is cut where a value is long', () => {
    const text = explainCondition({ in: ['x'.repeat(90), v('list')] }, { list: ['y'.repeat(5000)] })
    expect(text).toBe(`${'x'.repeat(39)}… not in list (${'y'.repeat(39)}…)`)
    const wide = { or: Array.from({ length: 900 }, (_, index) => v(`${'p'.repeat(200)}${index}`)) }
    expect(explainCondition(wide, {}).length).toBeLessThanOrEqual(240)
  })
})

describe('without a state', () => {
  it.each<[Json, string]>([
    [{ in: ['crypto', v('regions')] }, 'crypto not in regions'],
    [{ in: [v('region'), ['EU', 'UK']] }, 'region not in EU, UK'],
    [v('approved'), 'approved is false'],
    [{ and: [v('a'), { in: ['x', v('b')] }] }, 'a is false or x not in b'],
    [{ or: [v('a'), v('b')] }, 'a is false and b is false'],
    [{ '>': [v('a'), 5] }, ''],
  ])('%j: %s', (condition, text) => expect(explainCondition(condition, null)).toBe(text))
})

it('explains every condition that is false, in one line, and never for long', () => {
  const random = createRandom(11)
  let explained = 0
  for (let round = 0; round < 5_000; round++) {
    const own = randomState(random)
    const condition = randomConditionOf(random, 1 + random.below(5))
    if (isTrue(condition, own)) continue
    explained++
    for (const text of [explainCondition(condition, own), explainCondition(condition, null)]) {
      expect(text).not.toMatch(/\n|undefined|NaN/)
      expect(text.length).toBeLessThanOrEqual(240)
    }
    expect(explainCondition(condition, own)).not.toBe('')
  }
  expect(explained).toBeGreaterThan(1_000)
})

it('ends at any depth', () => {
  let condition: Json = true
  for (let level = 0; level < 50_000; level++) condition = { and: [condition] }
  expect(explainCondition(condition, {})).toBe('nested too deep')
  expect(explainCondition(condition, null)).toBe('nested too deep')
  let needle: Json = 'x'
  for (let level = 0; level < 50_000; level++) needle = { or: [needle] }
  expect(explainCondition({ in: [needle, []] }, null)).toContain('not in')
})
