import { expect, it } from 'vitest'
import { figureOf, figuresOf } from '../test-bed.tsx'
import { linePoints } from './figure-line.tsx'
import { figureViews } from './figure-values.ts'

const usual = (low: number, high: number) => ({ __typename: 'AttentionUsual' as const, low, high })
const textsOf = (figures: ReturnType<typeof figuresOf>) =>
  figureViews({ figures, apps: [] }, '14:00').map(({ name, value, note, tone }) => [
    name,
    value,
    note && [note.strong, note.text].filter(Boolean).join(' '),
    tone,
  ])

it('says each number with what is usual', () => {
  const figures = figuresOf({
    running: figureOf(1047, { usual: usual(40, 55) }),
    failed: figureOf(10, { before: 3 }),
    oldestQueued: figureOf(432_000, { type: 'task.data.load', alias: 'bigbatch' }),
    waitP95: figureOf(8400, { usual: usual(2100, 2100) }),
  })
  expect(textsOf(figures)).toEqual([
    ['Running now', '1,047', 'usually 40 to 55 at 14:00', 'started'],
    ['Failed', '10', '+7 on the day before', 'failed'],
    ['Oldest queued', '7 m 12 s', null, 'failed'],
    ['Wait, p95', '8.4 s', 'usually 2.1 s', 'retry'],
  ])
  expect(figureViews({ figures, apps: [] }, '')[2]?.queue).toEqual({
    type: 'task.data.load',
    alias: 'bigbatch',
  })
})

it('is calm when nothing is out of the ordinary, and says what is not known', () => {
  const figures = figuresOf({
    running: figureOf(null),
    failed: figureOf(0, { before: 2 }),
    oldestQueued: figureOf(null),
    waitP95: figureOf(null),
  })
  expect(textsOf(figures)).toEqual([
    ['Running now', 'not known', null, 'started'],
    ['Failed', '0', '−2 on the day before', 'queued'],
    ['Oldest queued', 'none', null, 'queued'],
    ['Wait, p95', 'not known', null, 'queued'],
  ])
  const same = figuresOf({ failed: figureOf(2, { before: 2, usual: usual(0, 4) }) })
  expect(textsOf(same)[1]).toEqual(['Failed', '2', 'as on the day before', 'queued'])
})

it('says how many of those that failed are restarted, where the apps count fewer', () => {
  const app = { __typename: 'AppStats' as const, name: '', running: 0, completed: 0, cancelled: 0 }
  const sinceOf = (now: number | null, ...failed: number[]) =>
    figureViews(
      {
        figures: figuresOf({ failed: figureOf(now) }),
        apps: failed.map((each, place) => ({ ...app, appId: `${place}`, failed: each })),
      },
      '',
    )[1]?.since
  expect(sinceOf(5, 1, 0)).toBe('4 restarted since')
  expect([sinceOf(5, 3, 2), sinceOf(0), sinceOf(null, 1)]).toEqual([null, null, null])
})

it('draws a line on a scale from 0, with a gap where a value is not known', () => {
  const runs = linePoints([0, 10, null, 5])
  expect(runs.map((run) => run.map(({ x, y }) => [Math.round(x), Math.round(y)]))).toEqual([
    [
      [2, 28],
      [45, 2],
    ],
    [[130, 15]],
  ])
  expect(linePoints([0, 0])[0]?.map(({ y }) => y)).toEqual([28, 28])
  expect(linePoints([null])).toEqual([])
})
