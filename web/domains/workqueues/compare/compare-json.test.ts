import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/lib/json.ts'
import { compareJson, countKeys } from './compare-json.ts'
import { isSameJson, shortJson } from '#web/lib/json-values.ts'

const marks = { same: ' ', changed: '~', left: '-', right: '+' }
const shown = (left: JsonObject, right: JsonObject) =>
  compareJson(left, right).map(
    (line) => `${marks[line.kind]}${'.'.repeat(line.depth)} ${line.left ?? ''} | ${line.right ?? ''}`,
  )

describe('compareJson', () => {
  it('compares by key, not by position', () => {
    const lines = compareJson({ month: '10', size: 100 }, { size: 214, month: '10' })
    expect(lines.map(({ id, kind }) => [id, kind])).toEqual([
      ['/month', 'same'],
      ['/size', 'changed'],
    ])
  })
  it('shows the lines of both sides with their own commas', () => {
    expect(
      shown({ a: 1, regions: ['EU', 'UK'], b: 2 }, { a: 1, regions: ['EU', 'UK'], b: 3, c: null }),
    ).toEqual([
      '  "a": 1, | "a": 1,',
      '  "regions": ["EU", "UK"], | "regions": ["EU", "UK"],',
      '~ "b": 2 | "b": 3,',
      '+  | "c": null',
    ])
  })
  it('keeps a key that only the right side has behind the key before it', () => {
    expect(compareJson({ a: 1, c: 3 }, { z: 0, a: 1, b: 2, c: 3 }).map(({ id }) => id)).toEqual([
      '/z',
      '/a',
      '/b',
      '/c',
    ])
  })
  it('descends into objects and lists of objects that both sides have', () => {
    const left = { who: { name: 'ana', ids: [{ id: 1 }, { id: 2 }] } }
    const right = { who: { name: 'ana', ids: [{ id: 1 }, { id: 3 }] } }
    const lines = compareJson(left, right)
    expect(lines.filter(({ counts }) => counts)).toEqual([
      expect.objectContaining({ id: '/who/ids/1/id', kind: 'changed', left: '"id": 2', right: '"id": 3' }),
    ])
    expect(lines.at(-1)).toMatchObject({ left: '}', right: '}', kind: 'same' })
  })
  it('counts a branch that one side lacks once, and shows all of it', () => {
    const lines = compareJson({}, { totals: { eu: 1, uk: { net: 2 } } })
    expect(lines.map(({ kind }) => kind)).toEqual(['right', 'right', 'right', 'right', 'right', 'right'])
    expect(lines.filter(({ counts }) => counts)).toHaveLength(1)
  })
  it('compares values of different kinds as a whole', () => {
    expect(shown({ a: { b: 1 } }, { a: 1 })).toEqual(['~ "a": { "b": 1 } | "a": 1'])
    expect(shown({ a: { b: 1 } }, { a: [{ b: 1 }] })).toEqual(['~ "a": { "b": 1 } | "a": [{ "b": 1 }]'])
    expect(shown({ a: {} }, { a: [] })).toEqual(['~ "a": {} | "a": []'])
    expect(shown({ a: null }, {})).toEqual(['- "a": null | '])
  })
  it('cuts a long text but compares all of it', () => {
    const [line] = compareJson({ a: 'x'.repeat(1000) }, { a: `${'x'.repeat(1000)}y` })
    expect(line).toMatchObject({ kind: 'changed' })
    expect(line!.left!.length).toBeLessThan(420)
  })
  it('takes any name of a key', () => {
    const left = JSON.parse('{"__proto__": 1, "constructor": 2}') as JsonObject
    expect(compareJson(left, { constructor: 2 }).map(({ kind }) => kind)).toEqual(['left', 'same'])
  })
})

it('isSameJson ignores the order of keys but not of elements', () => {
  expect(isSameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
  expect(isSameJson([1, 2], [2, 1])).toBe(false)
  expect(isSameJson({ a: undefined as never }, { b: undefined as never })).toBe(false)
  expect(isSameJson(null, {})).toBe(false)
})

it('countKeys counts the keys at the top', () => {
  const left = { a: 1, b: { c: 1 }, d: 1 }
  expect(countKeys(left, { a: 1, b: { c: 2 }, e: 1, f: 1 })).toEqual({
    same: 1,
    changed: 1,
    left: 1,
    right: 2,
  })
})

it('shortJson is one line', () => {
  expect(shortJson({ a: [1, 'x'], b: {} })).toBe('{ "a": [1, "x"], "b": {} }')
  expect(shortJson(undefined)).toBe('none')
  expect(shortJson('abcdefghij', 6)).toBe('"abcd…')
})
