import { expect, it } from 'vitest'
import type { ActivityRow } from '#web/lib/activity-operations.ts'
import { foldActs } from './fold-acts.ts'

const START = Date.parse('2026-11-22T14:02:00.000Z')
const record = (id: string, secondsAgo: number, over: Partial<ActivityRow> = {}) =>
  ({
    id,
    at: new Date(START - secondsAgo * 1000).toISOString(),
    actor: 'ana@northwind.example',
    action: 'task.skip',
    entity: id,
    reason: null,
    detail: null,
    source: '10.0.0.7',
    result: 'done',
    about: null,
    ...over,
  }) as ActivityRow
const lines = (rows: ActivityRow[], ...opened: string[]) =>
  foldActs(rows, new Set(opened)).map(({ id, others }) => [id, ...others.map((other) => other.id)].join(' '))

it('three records that say the same within two minutes of each other are one line', () => {
  const rows = [record('a', 0), record('b', 120), record('c', 240), record('d', 361)]
  expect(lines(rows)).toEqual(['a b c', 'd'])
  expect(lines(rows.slice(0, 2))).toEqual(['a', 'b'])
})

it('an open fold is followed by its records, and stays open when a newer one comes', () => {
  const rows = [record('b', 10), record('c', 20), record('d', 30)]
  expect(lines(rows, 'b')).toEqual(['b c d', 'c', 'd'])
  expect(lines([record('a', 0), ...rows], 'b')).toEqual(['a b c d', 'b', 'c', 'd'])
})

it.each<Partial<ActivityRow>>([
  { actor: 'bo@northwind.example' },
  { action: 'task.complete' },
  { result: 'refused' },
  { reason: 'no longer needed' },
  { source: '10.0.0.8' },
])('a record that differs by %o ends a fold', (over) => {
  expect(lines([record('a', 0), record('b', 1, over), record('c', 2), record('d', 3)])).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

it('receipts are not folded', () => {
  const receipts = ['a', 'b', 'c'].map((id) => record(id, 0, { action: 'receipt.restart-tasks' }))
  expect(lines(receipts)).toEqual(['a', 'b', 'c'])
})
