import { describe, expect, it } from 'vitest'
import { goodPart, gridRows, worstMark } from './grid-rows.ts'
import type { PlanGrid } from './operations.ts'

const task = (name: string, over: Partial<PlanGrid['tasks'][number]> = {}): PlanGrid['tasks'][number] => ({
  name,
  type: 'task.rail.loader',
  alias: 'default',
  depth: 0,
  group: null,
  successRate: 1,
  p95Ms: 10,
  ranMs: null,
  ...over,
})
/** Runs with these marks, newest first. */
const runsOf = (...marks: string[]) =>
  marks.map((each, index) => ({ id: `w${index}`, marks: each })) as PlanGrid['runs']

const never = new Set<string>()
const none = new Set<string>()

describe('the lines of the grid', () => {
  it('have a mark for each run, oldest first, and what they ran', () => {
    const grid = { tasks: [task('load', { ranMs: [3, 2, null] })], groups: [], runs: runsOf('f', 't', 'e') }
    const [row] = gridRows(grid, none, never)
    expect(row?.marks).toEqual(['ended', 'retried', 'failed'])
    expect(row?.ranMs).toEqual([null, 2, 3])
  })

  it('show a letter that is not known, or that is missing, as nothing', () =>
    expect(
      gridRows({ tasks: [task('a'), task('b')], groups: [], runs: runsOf('?') }, none, never).map(
        ({ marks }) => marks,
      ),
    ).toEqual([['none'], ['none']]))

  it('tell where no worker polls', () => {
    const tasks = [task('a'), task('b', { alias: 'big' })]
    const rows = gridRows({ tasks, groups: [], runs: runsOf('qq') }, none, new Set(['task.rail.loader big']))
    expect(rows.map(({ marks }) => marks[0])).toEqual(['queued', 'nobody'])
  })

  it('tell it by the alias in which the task of that run waits', () => {
    const [newest, older, unknown] = runsOf('q', 'q', 'q')
    const runs = [
      { ...newest!, queuedOn: {} },
      { ...older!, queuedOn: { a: 'big' } },
      { ...unknown!, queuedOn: 'big' },
    ]
    const [row] = gridRows({ tasks: [task('a')], groups: [], runs }, none, new Set(['task.rail.loader big']))
    expect(row?.marks).toEqual(['queued', 'nobody', 'queued'])
  })
})

describe('a fan-out', () => {
  const shard = (name: string) => task(name, { group: 'g1', depth: 1 })
  const tasks = [task('plan'), shard('s 1'), task('other'), shard('s 2')]
  const groups = [{ id: 'g1', name: 'shards', successRate: 0.5, p95Ms: 9, ranMs: [2, 1] }]
  const grid = { tasks, groups, runs: runsOf('eeef', 'een-') }

  it('is one line with its worst marks, in the place of its first task', () => {
    const rows = gridRows(grid, none, never)
    expect(rows.map(({ name, folds, depth }) => [name, folds, depth])).toEqual([
      ['plan', null, 0],
      ['2 shards', 2, 0],
      ['other', null, 0],
    ])
    expect(rows[1]).toMatchObject({
      marks: ['ended', 'failed'],
      ranMs: [1, 2],
      // Of its tasks' squares, e e and e f in the letters of the runs, the one that has not started aside.
      good: 2 / 3,
      successRate: 0.5,
      group: 'shards',
    })
  })

  it('has its tasks below it while it is open', () =>
    expect(gridRows(grid, new Set(['shards']), never).map(({ name, isOpen }) => [name, isOpen])).toEqual([
      ['plan', false],
      ['2 shards', true],
      ['s 1', false],
      ['s 2', false],
      ['other', false],
    ]))

  it('that the answer does not have is no reason to hide its tasks', () =>
    expect(gridRows({ ...grid, groups: [] }, none, never)).toHaveLength(4))

  it('is failed before everything else, and absent only when all are', () => {
    expect(worstMark(['ended', 'queued', 'failed', 'nobody'])).toBe('failed')
    expect(worstMark(['none', 'skipped'])).toBe('skipped')
    expect(worstMark([])).toBe('none')
  })
})

describe('the part of good squares', () => {
  it('counts the last result of each run, and only what has finished', () => {
    expect(goodPart(['ended', 'retried', 'ended', 'failed', 'started', 'skipped', 'none'])).toBe(0.75)
    expect(goodPart(['ended', 'retried'])).toBe(1)
    expect(goodPart(['queued', 'notstarted', 'cancelled'])).toBeNull()
  })
})
