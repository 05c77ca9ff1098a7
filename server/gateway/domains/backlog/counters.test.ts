import { beforeEach, describe, expect, test } from 'vitest'
import { createBacklogCounters, queuedTrend, SAMPLES_AGE, type BacklogCounters } from './counters.ts'

let now: number
let counters: BacklogCounters
beforeEach(() => {
  now = 1_000_000
  counters = createBacklogCounters(() => now)
})

const event = (status: string, at = now, type = 'task.a.b') => ({ type, alias: 'default', status, at })
const answer = (queued: number, started = 0, retry = 0) => [
  { type: 'task.a.b', alias: 'default', queued, started, retry, oldestQueued: '2026-01-01T00:00:00.000Z' },
]
const counts = () => counters.rows().map(({ queued, started, retry }) => ({ queued, started, retry }))

describe('an event', () => {
  test('of a new type and alias adds a row', () => {
    expect(counters.apply(event('queued'))).toMatchObject({ type: 'task.a.b', alias: 'default', queued: 1 })
    expect(counts()).toEqual([{ queued: 1, started: 0, retry: 0 }])
  })

  test('gives the age of the first task of a count, and takes it away with the last one', () => {
    const iso = (at: number) => new Date(at).toISOString()
    expect(counters.apply(event('queued', now + 7))).toMatchObject({
      queued: 1,
      oldestQueued: iso(now + 7),
      oldestStarted: null,
    })
    // Of two, the second one is not the oldest.
    expect(counters.apply(event('queued', now + 9))).toMatchObject({ oldestQueued: iso(now + 7) })
    expect(counters.apply(event('started', now + 11))).toMatchObject({
      queued: 1,
      oldestQueued: iso(now + 7),
      oldestStarted: iso(now + 11),
    })
    expect(counters.apply(event('started', now + 12))).toMatchObject({ queued: 0, oldestQueued: null })
    counters.apply(event('ended', now + 13))
    expect(counters.apply(event('ended', now + 14))).toMatchObject({ started: 0, oldestStarted: null })
  })

  test('older than the start of the last read is not applied to its answer', () => {
    counters.seed(answer(5), counters.beginRead())
    expect(counters.apply(event('queued', now - 1))).toBeNull()
    expect(counters.apply(event('queued', now))).toMatchObject({ queued: 6 })
  })

  test('during a request counts on top of its answer', () => {
    const from = counters.beginRead()
    now += 50
    counters.apply(event('queued'))
    counters.apply(event('started', from - 1))
    counters.seed(answer(5, 1), from)
    expect(counts()).toEqual([{ queued: 6, started: 1, retry: 0 }])
  })

  test('of a status without a rule throws and changes nothing', () => {
    counters.seed(answer(5), counters.beginRead())
    expect(() => counters.apply(event('paused'))).toThrow('No backlog rule')
    expect(counts()).toEqual([{ queued: 5, started: 0, retry: 0 }])
  })

  test('of a status without a rule does not damage the awaited answer', () => {
    const from = counters.beginRead()
    expect(() => counters.apply(event('paused'))).toThrow('No backlog rule')
    counters.apply(event('queued'))
    counters.seed(answer(5), from)
    expect(counts()).toEqual([{ queued: 6, started: 0, retry: 0 }])
  })
})

describe('an answer of the platform', () => {
  test('shows no age without a count', () => {
    counters.seed(answer(0), counters.beginRead())
    expect(counters.rows()).toMatchObject([{ queued: 0, oldestQueued: null, oldestStarted: null }])
  })

  test('replaces the counters and keeps the other fields', () => {
    counters.apply(event('queued', now, 'task.gone'))
    counters.seed(answer(2, 1, 3), counters.beginRead())
    expect(counters.rows()).toMatchObject([
      { type: 'task.a.b', queued: 2, started: 1, retry: 3, oldestQueued: '2026-01-01T00:00:00.000Z' },
    ])
  })

  test('of another form counts as an empty queue', () => {
    counters.seed([{ type: 't', alias: 'a', queued: 'many', started: -3 }], counters.beginRead())
    expect(counts()).toEqual([{ queued: 0, started: 0, retry: 0 }])
  })

  test('adds a sample every ten seconds, for thirty minutes', () => {
    for (let second = 0; second <= 2 * 3600; second += 5) {
      now = 1_000_000 + second * 1000
      counters.seed(answer(second), counters.beginRead())
    }
    const [row] = counters.rows()
    expect(row?.samples).toHaveLength(SAMPLES_AGE / 10_000 + 1)
    expect(row?.samples.at(-1)).toEqual({
      at: new Date(now).toISOString(),
      queued: 7200,
      started: 0,
      retry: 0,
    })
  })
})

const start = Date.parse('2026-03-01T12:00:00.000Z')
const samplesAt = (...points: [second: number, queued: number][]) =>
  points.map(([second, queued]) => ({ at: new Date(start + second * 1000).toISOString(), queued }))

test.each<[string, ReturnType<typeof samplesAt>, number[]]>([
  ['nothing seen', [], []],
  ['one look', samplesAt([0, 4]), [4]],
  ['less than a minute', samplesAt([0, 4], [50, 9]), [9]],
  ['several in a minute: the last counts', samplesAt([0, 1], [30, 2], [60, 3], [90, 4], [120, 5]), [1, 3, 5]],
  ['minutes end at the newest one', samplesAt([0, 1], [20, 2], [80, 3]), [2, 3]],
  ['a gap keeps what was known', samplesAt([0, 7], [180, 1]), [7, 7, 7, 1]],
])('a trend: %s', (_what, given, trend) => {
  expect(queuedTrend(given)).toEqual(trend)
})
