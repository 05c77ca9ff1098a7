import { describe, expect, it } from 'vitest'
import { afterActive, attemptSpans, domainOf } from './domain.ts'
import { gapsBetween } from './scale.ts'
import { attempt, timelineTask } from './test-bed.tsx'

const SECOND = 1000
const HOUR = 3600 * SECOND
const usual = new Map([['a', { medianMs: 20 * SECOND, p95Ms: 30 * SECOND }]])

describe('attemptSpans', () => {
  const failed = attempt([0, 10, 100], { status: 'failed' })
  const after = (queued: number, round = 0) =>
    attempt([queued, queued, queued + 10], { number: 2, ofRound: 2, round })
  it('counts a short wait for a retry as work, a long one and a restart as idle', () => {
    const idle = (next: ReturnType<typeof after>) => gapsBetween(attemptSpans([failed, next], 0))
    expect(idle(after(40_000))).toEqual([])
    expect(idle(after(70_000))).toEqual([{ from: 100, to: 70_000 }])
    expect(idle(after(40_000, 1))).toEqual([{ from: 100, to: 40_000 }])
  })
  it('lasts until now while the task is under way or about to retry', () => {
    expect(attemptSpans([attempt([0, 10])], 500)).toEqual([{ from: 0, to: 500 }])
    expect(attemptSpans([failed], 500)).toEqual([{ from: 0, to: 100 }])
    expect(attemptSpans([failed], 500, true)).toEqual([{ from: 0, to: 500 }])
  })
})

describe('domainOf', () => {
  const task = timelineTask('a')
  const ended = new Map([['t-a', [attempt([0, SECOND, 9 * SECOND])]]])
  it('is the time of an ended run, with the idle gaps to fold', () => {
    expect(domainOf([task], ended, { now: HOUR, going: false, usual, expected: null })).toEqual({
      from: 0,
      to: 9 * SECOND,
      gaps: [],
      usualEnd: null,
    })
    const restarted = new Map([
      [
        't-a',
        [
          attempt([0, 0, 60_000], { status: 'failed' }),
          attempt([HOUR, HOUR, HOUR + 5], { number: 2, round: 1 }),
        ],
      ],
    ])
    expect(domainOf([task], restarted, { now: HOUR, going: false, usual, expected: null })?.gaps).toEqual([
      { from: 60_000, to: HOUR },
    ])
  })
  it('is none before anything has begun', () =>
    expect(
      domainOf([task], new Map([['t-a', []]]), { now: 0, going: true, usual, expected: null }),
    ).toBeNull())
  it('of a run under way has room for the usual end and moves in steps', () => {
    const started = timelineTask('a', { status: 'started' })
    const attempts = new Map([['t-a', [attempt([0, SECOND])]]])
    const ends = Array.from({ length: 40 }, (_, index) => {
      const now = 10 * SECOND + index * 500
      const { to = 0 } = domainOf([started], attempts, { now, going: true, usual, expected: null }) ?? {}
      expect(to).toBeGreaterThan(now)
      return to
    })
    expect(ends[0]).toBeGreaterThanOrEqual(20 * SECOND)
    expect(new Set(ends).size).toBeLessThan(8)
  })
  it('marks the usual end of the run by its active time, where the axis has it', () => {
    const expectedOf = (medianMs: number) => ({ medianMs, p90Ms: medianMs * 2 })
    const endOf = (medianMs: number, going = false) =>
      domainOf([task], ended, { now: 9 * SECOND, going, usual, expected: expectedOf(medianMs) })?.usualEnd
    expect(endOf(5 * SECOND)).toEqual({ from: 5 * SECOND, to: 10 * SECOND })
    expect(endOf(10 * SECOND)).toBeNull()
    expect(endOf(10 * SECOND, true)).toEqual({ from: 10 * SECOND, to: 20 * SECOND })
    const gaps = [
      { from: 4, to: 100 },
      { from: 120, to: 200 },
    ]
    expect([3, 10, 30].map((active) => afterActive(0, active, gaps))).toEqual([3, 106, 206])
  })
})
