import { expect, it } from 'vitest'
import type { BacklogListRow } from '../sort-backlog.ts'
import { appsOf, countNeeds, isOfApp } from './queue-rows.ts'

const row = (...apps: { id: string; name: string | null }[]) =>
  ({ queue: { apps } }) as unknown as BacklogListRow
const billing = { id: 'a1', name: 'Billing' }
const warehouse = { id: 'a2', name: 'Data warehouse' }

it('the apps of the queues are those with a task in one of them, each once, by name', () => {
  const rows = [row(warehouse, billing), row(billing, { id: 'a3', name: null }), {} as BacklogListRow]
  expect(appsOf(rows).map(({ label }) => label)).toEqual(['a3', 'Billing', 'Data warehouse'])
})

it('a queue belongs to the apps that have a task in it now', () => {
  expect([isOfApp(row(billing), 'a1'), isOfApp(row(billing), 'a2')]).toEqual([true, false])
  expect(isOfApp({} as BacklogListRow, 'a1')).toBe(false)
})

// Fails when a queue without history counts as one that is known to be fine.
it('counts queues by their need, apart those of which it is too early to say', () => {
  const now = Date.parse('2026-03-04T11:00:00Z')
  const judged = (code: string, over: object = {}) =>
    ({
      queued: 0,
      started: 1,
      queue: { verdict: { code, text: code }, oldestQueued: null, oldestStarted: null, lastStartedAt: null },
      ...over,
    }) as unknown as BacklogListRow
  const rows = [judged('nobody'), judged('stalled'), judged('steady'), judged('early'), judged('early')]
  expect(countNeeds([...rows, {} as BacklogListRow], now)).toEqual({
    all: 5,
    hand: 1,
    slow: 1,
    fine: 1,
    early: 2,
  })
})
