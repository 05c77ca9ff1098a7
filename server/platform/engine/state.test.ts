import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#shared/lib/json.ts'
import { resolveInputs, selectOutputs, writeOutputs } from './state.ts'

describe('resolveInputs', () => {
  const state = { user: { name: 'Ada', tags: ['x'] }, n: 0 }

  test('replaces references at any depth by their values, null where there is none', () => {
    const inputs = {
      name: '$state.user.name',
      list: ['$state.n', { t: '$state.user.tags' }],
      none: '$state.a.b',
    }
    expect(resolveInputs(inputs, state, 1000).resolved).toEqual({
      name: 'Ada',
      list: [0, { t: ['x'] }],
      none: null,
    })
  })

  test('leaves text unchanged that is not exactly a reference', () => {
    const inputs = { a: 'about $state.n', b: '$state', c: '$state.', d: '$state.user..name' }
    expect(resolveInputs(inputs, state, 1000).resolved).toEqual(inputs)
  })

  test('reads own properties only', () => {
    expect(
      resolveInputs({ a: '$state.constructor', b: '$state.user.__proto__' }, state, 1000).resolved,
    ).toEqual({
      a: null,
      b: null,
    })
  })
})

describe('outputs', () => {
  const write = (state: JsonObject, path: string, value: JsonObject[string]) =>
    writeOutputs(state, [{ path: path.split('.'), value }])

  test('selects own fields of the result', () => {
    const outputs = { a: '$state.x', missing: '$state.y', constructor: '$state.z' }
    expect(selectOutputs(outputs, { a: null })).toEqual([{ field: 'a', path: ['x'], value: null }])
  })

  test('creates missing objects and leaves the given state unchanged', () => {
    const state: JsonObject = { keep: 1, a: { b: 2 } }
    expect(write(state, 'a.c.d', 3)).toEqual({ keep: 1, a: { b: 2, c: { d: 3 } } })
    expect(state).toEqual({ keep: 1, a: { b: 2 } })
  })

  test('replaces values that are not objects, and elements of a list', () => {
    expect(write({ a: 1 }, 'a.b', 2)).toEqual({ a: { b: 2 } })
    expect(write({ a: [1, 2] }, 'a.1', 3)).toEqual({ a: [1, 3] })
  })

  test('never reaches a prototype', () => {
    const written = write({}, '__proto__.polluted', true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype)
    expect(Object.hasOwn(written, '__proto__')).toBe(true)
  })
})
