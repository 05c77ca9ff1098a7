import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/lib/json.ts'
import { holds } from './condition.ts'

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
    expect(holds(condition, state)).toBe(expected)
  })

  test('by own properties only', () => {
    for (const path of ['constructor', '__proto__', 'toString', 'deep.constructor.name', 'text.length'])
      expect(holds({ var: path }, state), path).toBe(false)
  })

  test('never below the depth limit, however deep it is', () => {
    let condition: Json = true
    for (let level = 0; level < 50_000; level++) condition = { and: [condition] }
    expect(holds(condition, state)).toBe(false)
  })
})
