import { describe, expect, it } from 'vitest'
import { gridLetters } from '#shared/domains/workqueues/statuses.ts'
import { durationScale, gridColumns, labelPlace, outcomesOf, sparkPoints, usualPart } from './grid-columns.ts'
import type { GridRun } from './operations.ts'

const run = (id: string, over: Partial<GridRun> = {}): GridRun => ({
  id,
  status: 'completed',
  created: new Date(2026, 2, 1, 10).toISOString(),
  started: null,
  activeMs: 1000,
  activeSince: null,
  marks: '',
  queuedOn: {},
  ...over,
})

describe('the columns', () => {
  it('are the runs, oldest first, with the first of each day', () => {
    const later = { started: new Date(2026, 2, 2, 9).toISOString() }
    const columns = gridColumns({ runs: [run('c', later), run('b'), run('a')], expected: null }, 0)
    expect(columns.map(({ id, beginsDay }) => [id, beginsDay])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
  })

  it('grow while a run is active, and are late beyond what 9 of 10 took', () => {
    const since = new Date(2026, 2, 1, 10).toISOString()
    const runs = [run('a', { status: 'started', activeSince: since }), run('b', { activeMs: 9000 })]
    const expected = { medianMs: 1500, p90Ms: 2500 }
    const at = (seconds: number) => gridColumns({ runs, expected }, Date.parse(since) + seconds * 1000)
    expect(at(1).map(({ ms, isLate }) => [ms, isLate])).toEqual([
      [9000, false],
      [2000, false],
    ])
    expect(at(2)[1]).toMatchObject({ ms: 3000, isLate: true })
  })

  it.each([
    [gridLetters.queued, false],
    [gridLetters.queued + gridLetters.started, true],
  ])('are not late while tasks only wait: %s', (marks, isLate) => {
    const runs = [run('a', { status: 'started', activeMs: 9000, marks })]
    expect(gridColumns({ runs, expected: { medianMs: 1500, p90Ms: 2500 } }, 0)[0]).toMatchObject({ isLate })
  })

  it('have no length where the platform does not tell it', () =>
    expect(gridColumns({ runs: [run('a', { activeMs: null })], expected: null }, 0)[0]?.ms).toBeNull())
})

it('the labels of bars that are cut stand upright where they would meet', () => {
  const placed = (...lengths: (number | null)[]) => labelPlace(lengths, { top: 9, step: 3 })
  expect(placed(1, null, 9)).toBe('above')
  expect(placed(10, 2, 3, null, 11)).toBe('above')
  expect(placed(10, 2, 3, 11)).toBe('upright')
  expect(placed(10, 2, 3, 4, 11, 12)).toBe('upright')
})

describe('the scale of the bars', () => {
  it.each([
    [[], null, 1],
    [[4000, 5000, 5500], 4500, 6000],
    // All fit where the longest is not much longer.
    [[200, 240, 250], 210, 300],
    // A single long one is cut.
    [[240_000, 250_000, 260_000, 255_000, 900_000], 240_000, 6 * 60_000],
    // Some that have been late for long do not make the others too low.
    [[14_000, 14_000, 15_000, 900_000, 900_000, 900_000], 14_000, 42_000],
    // Lines are a tenth of a second apart at least: they are written so.
    [[null, 0], null, 300],
    [[20, 30], 20, 300],
    [[4e8], null, 6 * 86_400_000],
  ])('of %j, usually %s, ends near %i', (lengths, usual, top) => {
    const scale = durationScale(lengths, usual)
    expect(scale.top).toBeGreaterThanOrEqual(top)
    expect(scale.top).toBe(scale.step * 3)
    expect(scale.top).toBeLessThanOrEqual(Math.max(300, top * 1.5))
  })
})

describe('a line of what a task ran', () => {
  it('passes over gaps, to its own top', () =>
    expect(sparkPoints([10, null, 5], 12, 14)).toBe('1.0,2.0 11.0,7.0'))
  it('needs two values', () => expect(sparkPoints([null, 5], 10, 10)).toBeNull())
})

describe('how the runs ended', () => {
  it('counts those that completed or failed, and apart those that were cancelled', () => {
    const statuses = ['completed', 'failed', 'cancelled', 'started', 'notstarted', 'completed']
    expect(outcomesOf(statuses.map((status) => run(status, { status })))).toEqual({
      completed: 2,
      finished: 3,
      cancelled: 1,
    })
  })

  it('is compared with the runs before, if these are enough', () => {
    const earlier = (completed: number | null, finished: number | null) =>
      usualPart({ earlier: { completed, finished } })
    expect([earlier(49, 50), earlier(19, 19), earlier(null, 50), usualPart({ earlier: null })]).toEqual([
      0.98,
      null,
      null,
      null,
    ])
  })
})
