import { describe, expect, test } from 'vitest'
import { isTrue } from '#shared/domains/tasks/condition/evaluate.ts'
import { checkCondition } from '#shared/domains/tasks/condition/check.ts'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import type { Json } from '#shared/lib/json.ts'
import { randomConditionOf, randomState, referenceHolds } from '../support/model/condition.ts'
import { createRandom } from '../support/model/random.ts'
import { evidence } from '../support/evidence.ts'
import { fastest } from '../support/fastest.ts'

/** Check 37: conditions are untrusted code. */

test('100,000 random conditions over random states agree with a second evaluator', () => {
  const random = createRandom(37)
  const counts = { held: 0, faulty: 0 }
  for (let round = 0; round < 2_000; round++) {
    const state = randomState(random)
    for (let one = 0; one < 50; one++) {
      const condition = randomConditionOf(random, 1 + random.below(5))
      checkCondition(condition, 'condition', () => counts.faulty++)
      const held = isTrue(condition, state)
      if (held) counts.held++
      if (held !== referenceHolds(condition, state))
        throw new Error(
          `${JSON.stringify(condition)} over ${JSON.stringify(state)} ${held ? 'holds' : 'does not'}`,
        )
    }
  }
  // Both outcomes are frequent, and every condition is valid in a definition.
  expect(counts.faulty).toBe(0)
  expect(counts.held).toBeGreaterThan(20_000)
  expect(counts.held).toBeLessThan(80_000)
  evidence({
    check: 37,
    figures: {
      'random conditions': 100_000,
      'of these true': counts.held,
      'different results of a second evaluator': 0,
    },
    breaks: 'a path of `var` reads inherited members, or `or` stops at its first false operand',
  })
})

describe('are not stored', () => {
  const faultsOf = (condition: Json) => {
    const checked = checkDefinition({ name: 'run', tasks: [{ name: 'a', type: 'task.x.y', condition }] })
    return 'faults' in checked ? checked.faults.map(({ message }) => message) : []
  }
  const nested = (levels: number, operator: 'and' | 'in' | 'var') => {
    let condition: Json = true
    for (let level = 1; level < levels; level++)
      condition = {
        [operator]: { and: [condition], in: [condition, ''], var: ['a', condition] }[operator],
      } as Json
    return condition
  }

  test.each(['and', 'in', 'var'] as const)('deeper than 32 levels of %s', (operator) => {
    expect(faultsOf(nested(33, operator))).toEqual([])
    expect(faultsOf(nested(34, operator))).toEqual(['is nested deeper than 32'])
    expect(faultsOf(nested(10_000, operator))).toEqual(['is nested deeper than 100'])
  })

  test.each(['__proto__', 'constructor', '!', 'map', 'log', 'toString', 'and '])(
    'with the operator %s',
    (operator) => {
      const condition = JSON.parse(`{${JSON.stringify(operator)}:[1]}`) as Json
      expect(faultsOf(condition)).toEqual([expect.stringContaining('unknown operator')])
    },
  )
})

describe('take at most 10 ms', () => {
  const numbers = Array.from({ length: 150_000 }, (_, index) => 100_000 + index)
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`)
  const long = 'ab'.repeat(512 * 1024)
  const state = { numbers, words, long, none: 'zz' }

  test.each<[string, Json]>([
    ['1 MB of numbers in the state', { in: [-1, { var: 'numbers' }] }],
    ['1 MB of words in the state', { in: [{ var: 'none' }, { var: 'words' }] }],
    ['1 MB of numbers in the condition', { in: [-1, numbers] }],
  ])('for `in` over %s', async (_name, condition) => {
    expect(await fastest(5, () => expect(isTrue(condition, state)).toBe(false))).toBeLessThan(10)
  })

  test('for `in` over text, or not much more for 1 MB of repetitions', async () => {
    const almost = `${'ab'.repeat(1000)}a`.repeat(2)
    expect(
      await fastest(5, () => expect(isTrue({ in: ['zz', { var: 'long' }] }, state)).toBe(false)),
    ).toBeLessThan(10)
    // The built-in search takes at least a second here.
    const repeated = { in: [almost, { var: 'long' }] }
    const took = await fastest(5, () => expect(isTrue(repeated, state)).toBe(false))
    expect(took).toBeLessThan(100)
    evidence({
      check: 37,
      figures: { '`in` over 1 MB of repetitions, ms': took },
      breaks: 'texts are searched by the built-in search',
    })
  })
})
