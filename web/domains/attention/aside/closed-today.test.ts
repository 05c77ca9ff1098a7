import { expect, test } from 'vitest'
import { closedSummary } from './closed-today.tsx'

const rows = (...kinds: string[]) => kinds.map((kind) => ({ kind }))

test('kinds that are called together are counted together, always in the same order', () => {
  const summary = '1 failure, 2 queues, 3 late runs, 1 other'
  const closed = rows('runLate', 'keyExpires', 'queueNobody', 'runLate', 'failure', 'queueGrowing', 'runLate')
  expect(closedSummary(closed)).toBe(summary)
  expect(closedSummary(closed.toReversed())).toBe(summary)
})

test('a kind of a newer platform is another one, and nothing is no text', () => {
  expect(closedSummary(rows('sunspots'))).toBe('1 other')
  expect(closedSummary([])).toBe('')
})
