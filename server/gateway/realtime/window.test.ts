import { expect, test } from 'vitest'
import type { Group } from './group.ts'
import { createWindow } from './window.ts'

const [mine, other] = [{ key: 'mine' }, { key: 'other' }] as unknown as [Group, Group]
const payload = (size: number, fill = 'a') => Buffer.alloc(size, fill)

test('returns what a group was sent after an offset, in order', () => {
  const window = createWindow(() => 0)
  window.keep(1, new Map([[mine, payload(1, 'a')]]))
  window.keep(2, new Map([[other, payload(1, 'b')]]))
  window.keep(
    3,
    new Map([
      [mine, payload(1, 'c')],
      [other, payload(1, 'c')],
    ]),
  )
  expect(window.after(0, mine)?.join('')).toBe('ac')
  expect(window.after(1, mine)?.join('')).toBe('c')
  expect(window.after(3, mine)).toEqual([])
  expect(window.after(0, other)?.join('')).toBe('bc')
})

test('returns null when a part is gone by age', () => {
  let now = 0
  const window = createWindow(() => now, 1000)
  window.keep(1, new Map([[mine, payload(1)]]))
  now = 800
  window.keep(2, new Map([[mine, payload(1)]]))
  now = 1001
  expect(window.after(0, mine)).toBeNull()
  expect(window.after(1, mine)).toHaveLength(1)
})

test('is bounded in bytes; a payload that groups share counts once', () => {
  const window = createWindow(() => 0, 1000, 1000)
  const shared = payload(600)
  window.keep(
    1,
    new Map([
      [mine, shared],
      [other, shared],
    ]),
  )
  expect(window.after(0, mine)).toHaveLength(1)
  window.keep(2, new Map([[mine, payload(600)]]))
  expect(window.after(0, mine)).toBeNull()
  expect(window.after(1, mine)).toHaveLength(1)
})

test('counts its own overhead, so that many groups with a small shared payload are bounded too', () => {
  const window = createWindow(() => 0, 1000, 1000)
  const groups = Array.from({ length: 9 }, (_, key) => ({ key: `${key}` }) as unknown as Group)
  for (let offset = 1; offset <= 3; offset++)
    window.keep(offset, new Map(groups.map((group) => [group, payload(1)])))
  expect(window.after(1, groups[0] as Group)).toBeNull()
  expect(window.after(2, groups[0] as Group)).toHaveLength(1)
})

test('an event that no group was sent takes no room and leaves no gap', () => {
  let now = 0
  const window = createWindow(() => now, 1000)
  window.keep(1, new Map())
  now = 900
  window.keep(2, new Map([[mine, payload(1, 'b')]]))
  now = 1800
  expect(window.after(0, mine)?.join('')).toBe('b')
})

test('after a gap no earlier offset can be continued', () => {
  const window = createWindow(() => 0)
  window.keep(1, new Map([[mine, payload(1)]]))
  window.cut(1)
  expect(window.after(0, mine)).toBeNull()
  expect(window.after(1, mine)).toEqual([])
})

test('keeps its order over many thousand entries', () => {
  let now = 0
  const window = createWindow(() => now, 50)
  for (let offset = 1; offset <= 20_000; offset++) {
    now = offset
    window.keep(offset, new Map([[mine, Buffer.from(`${offset};`)]]))
  }
  expect(window.after(19_990, mine)?.join('')).toBe(
    '19991;19992;19993;19994;19995;19996;19997;19998;19999;20000;',
  )
  expect(window.after(19_940, mine)).toBeNull()
})
