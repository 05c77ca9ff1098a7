import { describe, expect, it } from 'vitest'
import { attemptWords, barsOf, mostAttempts, usualMarks } from './bars.ts'
import { attempt, timelineTask } from './test-bed.tsx'

const scale = { x: (moment: number) => moment, to: 1000 }
const piecesOf = (...args: Parameters<typeof barsOf>) =>
  barsOf(...args).map(({ kind, x, width }) => [kind, x, width])

describe('barsOf', () => {
  const failed = attempt([10, 30, 60], { status: 'failed' })
  const again = attempt([80, 90, 120], { number: 2, ofRound: 2 })
  it('waits, runs, and leads from a failed attempt to its retry', () =>
    expect(piecesOf([failed, again], scale, 0)).toEqual([
      ['wait', 10, 20],
      ['run', 30, 30],
      ['retry', 60, 20],
      ['wait', 80, 10],
      ['run', 90, 30],
    ]))
  it('leads nowhere over a restart', () =>
    expect(
      piecesOf([failed, { ...again, round: 1, ofRound: 1 }], scale, 0).map(([kind]) => kind),
    ).not.toContain('retry'))
  it('grows to now, and waits for the moment of the retry', () => {
    expect(piecesOf([attempt([10, 30])], scale, 70)).toEqual([
      ['wait', 10, 20],
      ['run', 30, 40],
    ])
    expect(piecesOf([attempt([10])], scale, 70)).toEqual([['wait', 10, 60]])
    expect(piecesOf([failed], scale, 70, new Date(100).toISOString()).at(-1)).toEqual(['retry', 60, 40])
    expect(piecesOf([failed], scale, 150, new Date(100).toISOString()).at(-1)).toEqual(['retry', 60, 90])
  })
  it('keeps a short run visible, and draws no two attempts on one pixel', () => {
    expect(piecesOf([attempt([10, 10, 10])], scale, 0)).toEqual([['run', 10, 3]])
    const many = Array.from({ length: 1000 }, (_, index) =>
      attempt([index, index, index + 1], { number: index + 1, ofRound: index + 1, status: 'failed' }),
    )
    const narrow = { x: (moment: number) => moment / 100, to: 1000 }
    const drawn = barsOf(many, narrow, 0)
    expect(drawn.length).toBeLessThan(40)
    expect(drawn.at(-1)?.attempt.number).toBe(1000)
  })
})

describe('usualMarks', () => {
  const usual = { medianMs: 50, p95Ms: 80 }
  it('is a tick at the median with a bracket, at the first attempt of each round', () => {
    const own = [
      attempt([0, 10, 100], { status: 'failed' }),
      attempt([100, 110, 200], { number: 2, ofRound: 2, status: 'failed' }),
      attempt([300, 310], { number: 3, round: 1, ofRound: 1 }),
    ]
    expect(usualMarks(own, usual, scale)).toEqual([
      { key: 1, x: 60, width: 31 },
      { key: 3, x: 360, width: 31 },
    ])
  })
  it('is left out without history, beyond the axis, and after an early failure', () => {
    expect(usualMarks([attempt([0, 10, 100])], { medianMs: null, p95Ms: null }, scale)).toEqual([])
    expect(usualMarks([attempt([0, 960])], usual, scale)).toEqual([])
    expect(usualMarks([attempt([0, 10, 20], { status: 'failed' })], usual, scale)).toEqual([])
    expect(usualMarks([attempt([0, 10, 20])], usual, scale)).toHaveLength(1)
  })
})

describe('attemptWords', () => {
  const on = { version: '2.14.1', hostName: 'mail-4' }
  const failed = attempt([0, 3000, 33_000], { status: 'failed', reason: 'timed out', ...on })
  const again = attempt([38_000, 38_000], { number: 2, ofRound: 2 })
  it.each([
    [failed, 'attempt 1 of 3, waited 3 s, ran 30 s, failed: timed out, on 2.14.1 @ mail-4'],
    [again, 'attempt 2 of 3, retried after 5 s, runs for 8 s, usually 22 s'],
  ])('says %#', (one, words) =>
    expect(attemptWords([failed, again], one, { most: 3, now: 46_000, usual: 22_000 })).toBe(words),
  )
  it('says that it waits, that its lease was lost, that it was stopped', () => {
    const words = (one: typeof failed) => attemptWords([one], one, { most: 1, now: 5000 })
    expect(words(attempt([0]))).toBe('waits for 5 s')
    expect(words(attempt([0, 0, 2000], { lost: true, status: 'failed' }))).toBe('ran 2 s, its lease was lost')
    expect(words(attempt([0, 0, 2000], { status: 'skipped' }))).toBe('ran 2 s, was stopped')
  })
  it('counts the retries of a task', () => {
    expect([{ max: 2 }, null, {}].map((retry) => mostAttempts(timelineTask('a', { retry })))).toEqual([
      3, 1, 1,
    ])
  })
})
