import { expect, it } from 'vitest'
import { barOf, barScale } from './difference-bar.tsx'
import { comparison, ran, runOf } from './test-bed.tsx'

/** The bars of tasks that took `before` and then `now` seconds; the last one failed. */
const barsOf = (...times: [before: number, now: number][]) => {
  const tasks = (side: 0 | 1) => times.map((each, index) => ran(`task ${index}`, each[side]))
  const right = tasks(1).map((task, index) =>
    index === times.length - 1 ? Object.assign({}, task, { status: 'failed' }) : task,
  )
  const { rows } = comparison(runOf('a', tasks(0)), runOf('b', right))
  const scale = barScale(rows)
  return rows.map(({ longerMs }) => barOf(longerMs ?? 0, scale))
}

it('has one scale on both sides of the line', () => {
  const [faster, slower] = barsOf([4, 2], [2, 42], [1, 1])
  expect(slower!.width / faster!.width).toBeCloseTo(20)
  expect(slower!.start + slower!.width).toBeLessThanOrEqual(1)
})

it('breaks off a failure that took much longer, longer than any whole bar', () => {
  const [faster, slower, failed] = barsOf([4, 3.2], [2, 2.3], [2, 10.1])
  expect([faster!.cut, slower!.cut, failed!.cut]).toEqual([false, false, true])
  expect(failed!.width).toBeGreaterThan(2 * faster!.width)
  expect(faster!.width / slower!.width).toBeCloseTo(0.8 / 0.3)
})
