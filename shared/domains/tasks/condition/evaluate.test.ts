import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/lib/json.ts'
import { seededRandom } from '#tests/support/random.ts'
import { containsText } from './contains-text.ts'
import { isTrue } from './evaluate.ts'

const state = { yes: true, no: false, list: ['a', 'b'], text: 'hello', empty: [], deep: { n: 0, s: 'x' } }

describe('a condition holds', () => {
  test.each<[Json, boolean]>([
    [true, true],
    [0, false],
    ['', false],
    [{ var: 'yes' }, true],
    [{ var: 'deep.s' }, true],
    [{ var: 'deep.n' }, false],
    [{ var: 'empty' }, false],
    [{ var: 'missing' }, false],
    [{ var: ['missing', 'fallback'] }, true],
    [{ var: ['missing', { var: 'no' }] }, false],
    [{ var: 'list.1' }, true],
    [{ var: '' }, true],
    [{ and: [true, { var: 'yes' }] }, true],
    [{ and: [true, { var: 'no' }] }, false],
    [{ or: [{ var: 'no' }, { var: 'missing' }] }, false],
    [{ or: [{ var: 'no' }, 1] }, true],
    [{ in: ['a', { var: 'list' }] }, true],
    [{ in: ['c', { var: 'list' }] }, false],
    [{ in: ['ell', { var: 'text' }] }, true],
    [{ in: [{ var: 'deep.s' }, ['x', 'y']] }, true],
    [{ in: [1, { var: 'text' }] }, false],
  ])('%j is %j', (condition, expected) => {
    expect(isTrue(condition, state)).toBe(expected)
  })

  test('reads own properties only', () => {
    for (const path of ['constructor', '__proto__', 'toString', 'deep.constructor.name', 'text.length'])
      expect(isTrue({ var: path }, state), path).toBe(false)
  })

  test('is false below the depth limit, at any depth', () => {
    let condition: Json = true
    for (let level = 0; level < 50_000; level++) condition = { and: [condition] }
    expect(isTrue(condition, state)).toBe(false)
  })
})

test('finds what the built-in search finds', () => {
  const random = seededRandom(7)
  const counts = { found: 0, missed: 0 }
  for (let round = 0; round < 5_000; round++) {
    const unit = random() < 0.5 ? 'ab' : 'aab'
    const changed = () => (random() < 0.3 ? 'b' : '')
    const text = unit.repeat(60) + changed() + unit.repeat(Math.floor(random() * 60))
    const wanted =
      unit.repeat(10 + Math.floor(random() * 20)) + changed() + unit.repeat(Math.floor(random() * 20))
    expect(containsText(text, wanted)).toBe(text.includes(wanted))
    counts[text.includes(wanted) ? 'found' : 'missed']++
  }
  expect(Math.min(counts.found, counts.missed)).toBeGreaterThan(500)
})

test('every text contains the empty text, none a longer text', () => {
  expect([containsText('', ''), containsText('a', ''), containsText('a', 'a'.repeat(40))]).toEqual([
    true,
    true,
    false,
  ])
})
