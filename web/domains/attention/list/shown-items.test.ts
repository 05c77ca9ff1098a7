import { expect, it } from 'vitest'
import type { AttentionRow } from '../operations.ts'
import { compareHurt, isSameShown, LEAVES_AFTER_MS, nextShown, type ShownItem } from './shown-items.ts'

const hurtOf = (runs: number | null, tasks: number | null, minutes: number | null) => ({
  runs,
  tasks,
  minutes,
})
const item = (id: string, hurt = hurtOf(0, 0, 0), since: string | null = '2026-11-22T11:00:00.000Z') =>
  ({ id, hurt, since }) as AttentionRow
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => item(id)) as [
  AttentionRow,
  AttentionRow,
  AttentionRow,
  AttentionRow,
]
const shown = (...rows: AttentionRow[]): ShownItem[] => rows.map((row) => ({ item: row, closedAt: null }))
const idsOf = (rows: readonly ShownItem[]) =>
  rows.map(({ item: { id }, closedAt }) => (closedAt === null ? id : `${id} closed ${closedAt}`))
const now = 1000

function next(
  before: ShownItem[],
  listed: AttentionRow[],
  over: { held?: boolean; now?: number; open?: AttentionRow[] } = {},
) {
  const open = new Set((over.open ?? listed).map(({ id }) => id))
  return nextShown(before, { open, listed, held: over.held ?? false, now: over.now ?? now })
}

it('sorts by what waits, then for how long, then by age; what is not known is least', () => {
  const sorted = [
    item('unknown', hurtOf(null, null, null), null),
    item('young', hurtOf(1, 1, 5), '2026-11-22T12:00:00.000Z'),
    item('many', hurtOf(0, 9, 1)),
    item('long', hurtOf(2, 0, 9)),
    item('old', hurtOf(1, 1, 5), '2026-11-22T10:00:00.000Z'),
  ].sort(compareHurt)
  expect(sorted.map(({ id }) => id)).toEqual(['many', 'long', 'old', 'young', 'unknown'])
})

it('takes new items and a new order while the list is not held', () => {
  expect(idsOf(next(shown(a, b), [c, b, a]))).toEqual(['c', 'b', 'a'])
})

it('keeps places while it is held: new items wait, changed ones change in place', () => {
  const changed = item('b', hurtOf(9, 9, 9))
  const rows = next(shown(a, b), [c, changed, a], { held: true })
  expect(idsOf(rows)).toEqual(['a', 'b'])
  expect(rows[1]?.item).toBe(changed)
})

it('shows a closed item for five seconds where it was, then drops it', () => {
  const closed = next(shown(a, b, c), [a, c])
  expect(idsOf(closed)).toEqual(['a', 'b closed 1000', 'c'])
  const later = next(closed, [d, a, c], { now: now + LEAVES_AFTER_MS - 1 })
  expect(idsOf(later)).toEqual(['d', 'a', 'b closed 1000', 'c'])
  expect(idsOf(next(later, [d, a, c], { now: now + LEAVES_AFTER_MS }))).toEqual(['d', 'a', 'c'])
  expect(idsOf(next(shown(a, b), [], { held: true }))).toEqual(['a closed 1000', 'b closed 1000'])
  // Nothing below it moves under the pointer.
  const later5 = { now: now + 2 * LEAVES_AFTER_MS }
  expect(idsOf(next(closed, [a, c], { ...later5, held: true }))).toEqual(['a', 'b closed 1000', 'c'])
  expect(idsOf(next(closed, [a, c], later5))).toEqual(['a', 'c'])
})

it('keeps the order of closed neighbours, and takes one back that is open again', () => {
  const closed = next(shown(a, b, c, d), [a, d])
  expect(idsOf(closed)).toEqual(['a', 'b closed 1000', 'c closed 1000', 'd'])
  expect(idsOf(next(closed, [a, c, d], { now: now + 10 }))).toEqual(['a', 'b closed 1000', 'c', 'd'])
})

it('drops at once what is open but belongs to another list, such as a muted item', () => {
  expect(idsOf(next(shown(a, b), [a], { open: [a, b] }))).toEqual(['a'])
})

it('knows whether two lists look the same', () => {
  expect(isSameShown(shown(a, b), shown(a, b))).toBe(true)
  expect(isSameShown(shown(a, b), shown(b, a))).toBe(false)
  expect(isSameShown(shown(a), [{ item: a, closedAt: now }])).toBe(false)
})
