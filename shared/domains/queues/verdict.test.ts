import { describe, expect, it, test } from 'vitest'
import type { CountedMinute } from './flow.ts'
import { verdictOf, type QueueFigures } from './verdict.ts'
import { verdictCodes } from './verdict-codes.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Half a minute into a minute. */
const NOW = Date.parse('2026-11-22T14:07:30.000Z')
const ago = (ms: number) => NOW - ms
/** The beginning of the minute that is so many before the current one. */
const minute = (back: number) => Math.floor(NOW / MINUTE) * MINUTE - back * MINUTE

/** What moved in each of the last minutes, the latest first. */
const moved = (...counts: [came: number, out: number, gone?: number][]): CountedMinute[] =>
  counts.map(([came, out, gone = 0], back) => ({ at: minute(back), in: came, out, gone }))
const times = (count: number, came: number, out: number) =>
  moved(...Array.from({ length: count }, (): [number, number] => [came, out]))

/** A polled queue with history, in which nothing is. */
const queue = (over: Partial<QueueFigures> = {}): QueueFigures => ({
  now: NOW,
  queued: 0,
  started: 0,
  retry: 0,
  builtin: false,
  lastPoll: ago(SECOND),
  lastSeen: over.lastPoll === undefined ? ago(SECOND) : over.lastPoll,
  listening: ago(HOUR),
  oldestQueued: over.queued ? ago(20 * SECOND) : null,
  lastOut: ago(SECOND),
  minutes: [],
  since: ago(HOUR),
  paused: null,
  limit: null,
  ...over,
})

describe('a verdict', () => {
  it.each<[string, Partial<QueueFigures>, string]>([
    ['nothing is there', {}, 'idle'],
    ['nothing is there, never polled', { lastPoll: null }, 'idle'],
    ['nothing is there, no history', { since: NOW }, 'idle'],
    ['only runs', { started: 9 }, 'steady'],
    ['only runs, no history', { started: 9, since: ago(119 * SECOND) }, 'too early to say'],
    ['a retry waits', { retry: 1 }, 'steady'],
    [
      'never polled, at once',
      { queued: 1, lastPoll: null, oldestQueued: ago(300), since: NOW },
      'nobody polls',
    ],
    [
      'never polled',
      { queued: 24, lastPoll: null, oldestQueued: ago(13 * MINUTE + 2 * SECOND) },
      'nobody polls since 13 min',
    ],
    ['last polled 59 s ago', { queued: 1, lastPoll: ago(59 * SECOND) }, 'steady'],
    ['last polled 60 s ago', { queued: 1, lastPoll: ago(60 * SECOND) }, 'nobody polls since 1 min'],
    [
      'last polled 9 min ago, no history',
      { queued: 1, lastPoll: ago(9 * MINUTE), since: NOW },
      'nobody polls since 9 min',
    ],
    ['last polled days ago', { queued: 1, lastPoll: ago(75 * HOUR) }, 'nobody polls since 3 d'],
    [
      'its only worker works',
      { queued: 1, started: 1, lastPoll: ago(4 * MINUTE), lastSeen: ago(10 * SECOND) },
      'steady',
    ],
    [
      'the platform has just begun to listen',
      { queued: 1, lastPoll: ago(5 * MINUTE), listening: ago(59 * SECOND) },
      'steady',
    ],
    ['built in, never polled', { queued: 1, builtin: true, lastPoll: null }, 'steady'],
    [
      'paused',
      { queued: 37, paused: { by: 'ana', at: Date.parse('2026-11-22T14:02:00Z') }, zone: 'Europe/London' },
      'paused by ana 14:02',
    ],
    [
      'paused, zone unknown',
      { paused: { by: 'ana', at: Date.parse('2026-11-22T14:02:00Z') } },
      'paused by ana 14:02 UTC',
    ],
    ['at its limit', { queued: 6, started: 2, limit: 2, since: NOW }, 'at its limit'],
    ['below its limit', { queued: 6, started: 1, limit: 2, minutes: times(10, 60, 60) }, 'steady'],
    ['at its limit, nothing waits', { started: 2, limit: 2 }, 'steady'],
    [
      'stalled',
      { queued: 13, oldestQueued: ago(6 * MINUTE + 10 * SECOND), lastOut: ago(HOUR), started: 2 },
      'stalled, none started for 6 min',
    ],
    [
      'stalled since the last one was started',
      { queued: 13, oldestQueued: ago(HOUR), lastOut: ago(5 * MINUTE) },
      'stalled, none started for 5 min',
    ],
    [
      'not stalled yet',
      { queued: 13, oldestQueued: ago(HOUR), lastOut: ago(299 * SECOND) },
      'too early to say',
    ],
    [
      'not stalled yet, others run',
      { queued: 13, started: 2, oldestQueued: ago(HOUR), lastOut: ago(299 * SECOND) },
      'steady',
    ],
    [
      'waits for a worker that has not polled for 50 s',
      { queued: 12, lastPoll: ago(50 * SECOND), oldestQueued: ago(88 * SECOND), lastOut: ago(50 * SECOND) },
      'too early to say',
    ],
    ['waits for a moment', { queued: 12, oldestQueued: ago(19 * SECOND), lastOut: ago(HOUR) }, 'steady'],
    [
      'waits behind long tasks of workers that do not poll meanwhile',
      { queued: 3, oldestQueued: ago(HOUR), lastOut: ago(HOUR), lastPoll: ago(HOUR), lastSeen: ago(SECOND) },
      'steady',
    ],
    [
      'built in, stalled',
      { queued: 1, builtin: true, lastPoll: null, oldestQueued: ago(HOUR), lastOut: null },
      'stalled, none started for 1 h',
    ],
    [
      'growing',
      {
        queued: 6161,
        minutes: moved([1500, 1140], ...Array.from({ length: 9 }, (): [number, number] => [3000, 2280])),
      },
      'growing 12/s, will not drain',
    ],
    ['growing slowly', { queued: 100, minutes: times(10, 30, 10) }, 'growing 0.4/s, will not drain'],
    ['as much goes as comes', { queued: 500, minutes: times(10, 60, 60) }, 'steady'],
    [
      'cancelled tasks do not stay',
      { queued: 500, minutes: moved([60, 0, 60], [60, 0, 60], [60, 0, 60]) },
      'steady',
    ],
    ['clears', { queued: 214, minutes: moved([3, 54], [6, 108], [6, 108]) }, 'clears in about 2 min'],
    [
      'has become shorter by a cancel, and none is taken',
      {
        queued: 214,
        oldestQueued: ago(2 * MINUTE),
        lastOut: ago(40 * SECOND),
        minutes: moved([0, 0, 500], [0, 1]),
      },
      'too early to say',
    ],
    [
      'shorter than what goes out in 10 s',
      { queued: 30, minutes: moved([0, 90], [0, 180], [0, 180]) },
      'steady',
    ],
  ])('%s', (_, over, expected) => {
    expect(verdictOf(queue(over)).text).toBe(expected)
  })
})

describe('the course of a queue', () => {
  const at = (verdict: QueueFigures) => verdictOf(verdict).code

  test('10,000 in one minute, then none: early, then it clears, then idle', () => {
    const course = Array.from({ length: 40 }, (_, back) => {
      // So many minutes after the burst, of which 500 a minute went out.
      const passed = back
      const minutes = Array.from({ length: passed + 1 }, (__, index) => ({
        at: minute(index),
        in: index === passed ? 10_000 : 0,
        out: index === 0 ? 250 : 500,
        gone: 0,
      }))
      const queued = Math.max(0, 10_000 - passed * 500 - 250)
      return at(queue({ queued, minutes, since: minute(passed) }))
    })
    expect(course.slice(0, 2)).toEqual(['early', 'early'])
    expect(course.slice(2, 19)).toEqual(Array.from({ length: 17 }, () => 'clears'))
    expect(course.at(-1)).toBe('idle')
    expect(course).not.toContain('growing')
  })

  test('a burst in a queue with history is not called growing', () => {
    const minutes = [{ at: minute(0), in: 10_000, out: 20, gone: 0 }, ...times(10, 60, 60).slice(1)]
    expect(at(queue({ queued: 9980, minutes }))).toBe('early')
  })

  test('an outage of the workers is growth after two minutes', () => {
    const minutes = moved([30, 0], [60, 0], [60, 0], [60, 60], [60, 60], [60, 60])
    expect(at(queue({ queued: 150, minutes, lastOut: ago(150 * SECOND) }))).toBe('growing')
  })

  test('a queue with a task an hour is steady while it runs, and idle between', () => {
    const minutes = [
      { at: minute(60), in: 1, out: 1, gone: 0 },
      { at: minute(0), in: 1, out: 0, gone: 0 },
    ]
    expect(at(queue({ queued: 1, oldestQueued: ago(SECOND), lastOut: ago(HOUR), minutes }))).toBe('steady')
    expect(at(queue({ minutes }))).toBe('idle')
  })

  test('counts that a killed process has lost do not make a short queue grow', () => {
    const minutes = moved([30, 30], [60, 30], [60, 0])
    expect(at(queue({ queued: 4, minutes }))).not.toBe('growing')
  })

  test('a clock that was set back leaves no minutes in the future', () => {
    const later = Array.from({ length: 60 }, (_, index) => ({
      at: NOW + index * MINUTE,
      in: 1000,
      out: 0,
      gone: 0,
    }))
    const minutes = [...times(10, 60, 60), ...later.filter(({ at: moment }) => moment > NOW + MINUTE)]
    expect(at(queue({ queued: 500, minutes }))).toBe('steady')
    expect(at(queue({ queued: 1, lastPoll: NOW + HOUR, oldestQueued: NOW + HOUR }))).toBe('steady')
  })

  test('random figures always have a verdict of the contract, and its words', () => {
    let seed = 1
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % max
    }
    for (let round = 0; round < 500; round++) {
      const lastPoll = random(3) === 0 ? null : ago(random(HOUR))
      const figures = queue({
        queued: random(4) === 0 ? 0 : random(10_000),
        started: random(20),
        retry: random(3),
        lastPoll,
        lastSeen: lastPoll,
        since: ago(random(HOUR)),
        oldestQueued: random(5) === 0 ? null : ago(random(HOUR)),
        lastOut: random(5) === 0 ? null : ago(random(HOUR)),
        minutes: Array.from({ length: random(12) }, (_, back) => ({
          at: minute(back + random(3)),
          in: random(1000),
          out: random(1000),
          gone: random(10),
        })),
      })
      const { code, text } = verdictOf(figures)
      expect(verdictCodes).toContain(code)
      expect(text).not.toMatch(/NaN|undefined|Infinity|-\d/)
      if (NOW - figures.since < 2 * MINUTE)
        expect(['idle', 'nobody', 'early'], JSON.stringify(figures)).toContain(code)
      // Two processes that share the counts tell the same as one.
      const halves = figures.minutes.flatMap((one) => {
        const half = { ...one, in: Math.floor(one.in / 2), out: Math.floor(one.out / 2), gone: 0 }
        return [half, { ...one, in: one.in - half.in, out: one.out - half.out }]
      })
      expect(verdictOf({ ...figures, minutes: halves })).toEqual({ code, text })
    }
  })
})
