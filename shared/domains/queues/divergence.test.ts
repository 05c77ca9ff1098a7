import { describe, expect, test } from 'vitest'
import { adviceOf } from './advice.ts'
import type { QueueAnswer } from './behind.ts'
import { divergenceOf } from './divergence.ts'

const NOW = Date.parse('2026-11-22T14:07:20Z')
const MINUTE = 60_000
const START = Date.parse('2026-11-22T13:38:00Z')
const iso = (at: number) => new Date(at).toISOString()
/** 30 minutes; `out` by the index of the minute, the last one has just begun. */
const minutes = (came: (index: number) => number, out: (index: number) => number) =>
  Array.from({ length: 30 }, (_, index) => ({
    at: iso(START + index * MINUTE),
    in: index === 29 ? came(index) / 3 : came(index),
    out: index === 29 ? out(index) / 3 : out(index),
  }))
/** From 13:58 on, which is the minute 20, a host is gone. */
const gap = minutes(
  () => 3000,
  (index) => (index < 20 ? 3000 + (index % 3) * 10 : 2280 + (index % 2) * 10),
)
const gone = { at: '2026-11-22T13:58:10.000Z', text: 'mail-4 stops polling' }
const came = { at: '2026-11-22T13:40:00.000Z', text: 'mail-1 begins to poll' }

describe('the moment since which more comes than goes', () => {
  test('has the event at that time', () => {
    expect(divergenceOf(gap, [came, gone])).toEqual({ at: Date.parse(gone.at), event: gone })
  })

  test('without an event near it is the begin of the minute', () => {
    expect(divergenceOf(gap, [came])).toEqual({ at: START + 20 * MINUTE, event: null })
  })

  test('minutes in which nothing moves do not interrupt it', () => {
    const rare = minutes(
      (index) => (index > 15 && index % 2 === 0 ? 4 : 0),
      () => 0,
    )
    expect(divergenceOf(rare, [])?.at).toBe(START + 16 * MINUTE)
  })

  test('there is none while as much goes as comes, after it has caught up, and without minutes', () => {
    const even = minutes(
      () => 60,
      (index) => 60 - (index % 2),
    )
    const over = minutes(
      () => 60,
      (index) => (index === 28 ? 61 : 10),
    )
    for (const course of [even, over, [], [{ at: null, in: null, out: null }]])
      expect(divergenceOf(course, [gone])).toBeNull()
  })
})

describe('the advice', () => {
  const poller = (hostName: string, seconds: number) => ({
    hostName,
    version: '4.0.3',
    lastPollAt: iso(NOW - seconds * 1000),
    running: 10,
  })
  const queue = {
    type: 'task.growth.sendemail',
    alias: 'default',
    queued: 6161,
    started: 30,
    verdict: { code: 'growing', text: 'growing 12/s, will not drain' },
    pollers: [
      poller('mail-1', 0),
      poller('mail-2', 0),
      poller('mail-3', 0),
      { ...poller('mail-4', 550), running: 0 },
    ],
    minutes: gap,
    events: [came, gone],
  } as unknown as QueueAnswer & { minutes: typeof gap; events: (typeof gone)[] }

  test('names who would end the growth, and how many hosts would drain it', () => {
    expect(adviceOf(queue, NOW)).toBe(
      'With mail-4 back it stops growing; with 6 hosts it drains in about 4 min',
    )
  })

  test('has no returning host where that is not enough', () => {
    const slow = minutes(
      () => 6000,
      () => 2280,
    )
    expect(adviceOf({ ...queue, minutes: slow }, NOW)).toBe('With 10 hosts it drains in about 4 min')
  })

  test('is silent when the rates do not support it', () => {
    const wild = minutes(
      () => 3000,
      (index) => (index % 2) * 3000,
    )
    const later = { ...gone, at: iso(NOW - 4 * MINUTE) }
    const nobody = queue.pollers.map((one) => ({ ...one, running: 0, lastPollAt: iso(NOW - 600_000) }))
    for (const other of [
      { verdict: { code: 'steady', text: 'steady' } },
      { minutes: wild },
      { minutes: [] },
      { events: [later] },
      { pollers: nobody },
      { queued: 900_000_000 },
    ])
      expect(
        adviceOf({ ...queue, ...other, pollers: other.pollers ?? queue.pollers.slice(0, 3) }, NOW),
        JSON.stringify(other).slice(0, 80),
      ).toBeNull()
  })
})
