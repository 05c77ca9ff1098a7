import { expect, it } from 'vitest'
import { queuedTrend } from './trend.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')
const samples = (...points: [second: number, queued: number][]) =>
  points.map(([second, queued]) => ({ at: new Date(start + second * 1000).toISOString(), queued }))

it.each<[string, ReturnType<typeof samples>, number[]]>([
  ['nothing seen', [], []],
  ['one look', samples([0, 4]), [4]],
  ['less than a minute', samples([0, 4], [50, 9]), [9]],
  ['several in a minute: the last counts', samples([0, 1], [30, 2], [60, 3], [90, 4], [120, 5]), [1, 3, 5]],
  ['minutes end at the newest one', samples([0, 1], [20, 2], [80, 3]), [2, 3]],
  ['a gap keeps what was known', samples([0, 7], [180, 1]), [7, 7, 7, 1]],
])('%s', (_what, given, trend) => {
  expect(queuedTrend(given)).toEqual(trend)
})
