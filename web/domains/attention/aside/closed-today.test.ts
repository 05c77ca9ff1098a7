import { expect, test } from 'vitest'
import { linksOf } from '../test-bed.tsx'
import type { ClosedRow } from '../operations.ts'
import { closedSubjects, closedSummary } from './closed-today.tsx'

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

test('an outage that several items told is one line, with its last sentence and how many there were', () => {
  const row = (id: string, kind: string, at: string, links: Parameters<typeof linksOf>[0]): ClosedRow => ({
    id,
    kind,
    at: `2026-11-22T${at}:00.000Z`,
    sentence: `${kind} ${id}`,
    text: 'polled again',
    links: linksOf(links),
  })
  const mail = { type: 'task.mail.sendemail', alias: 'default' }
  const closed = closedSubjects([
    row('1', 'queueNobody', '10:00', mail),
    row('2', 'deploymentIdle', '11:00', { ...mail, deploymentId: 'd' }),
    row('3', 'queueGrowing', '09:00', mail),
    row('4', 'runLate', '08:00', { planId: 'p1', workqueueId: 'w1' }),
    row('5', 'runLate', '08:30', { planId: 'p1', workqueueId: 'w2' }),
    row('6', 'failure', '12:00', { ...mail, groupId: 'g1' }),
    row('7', 'queueNobody', '07:00', { ...mail, alias: 'bulk' }),
  ])
  expect(closed.map(({ id, times }) => [id, times])).toEqual([
    ['6', 1],
    ['2', 3],
    ['5', 2],
    ['7', 1],
  ])
  expect(closedSummary(closed)).toBe('1 failure, 1 queue, 1 late run, 1 other')
})
