import { expect, it } from 'vitest'
import { concurrencyLane, lanePath } from './lane.ts'
import { attempt, randomFrom } from '../test-bed.tsx'

const scale = { x: (moment: number) => moment / 10 }

it('counts what runs at each pixel, with the pixels where attempts failed', () => {
  const lane = concurrencyLane(
    [
      attempt([0, 10, 100]),
      attempt([0, 50, 100], { status: 'failed' }),
      attempt([100, 105, null]),
      attempt([300, null]),
    ],
    scale,
    200,
  )
  expect(lane).toEqual({
    most: 2,
    steps: [
      { x: 1, running: 1 },
      { x: 5, running: 2 },
      { x: 10, running: 1 },
      { x: 20, running: 0 },
    ],
    failures: [10],
    first: 0,
    end: 20,
  })
  expect(lanePath(lane, 20)).toBe('M1 20H1V10H5V0H10V10H20V20Z')
})

it('shows an attempt shorter than a pixel, and one that follows another is not beside it', () => {
  const { most, steps } = concurrencyLane([attempt([0, 1, 2]), attempt([2, 11, 12])], scale, 0)
  expect({ most, steps }).toEqual({
    most: 1,
    steps: [
      { x: 0, running: 1 },
      { x: 1, running: 1 },
      { x: 2, running: 0 },
    ],
  })
})

it('has no path while none has started', () => {
  const lane = concurrencyLane([attempt([70, null])], scale, 90)
  expect(lane).toMatchObject({ most: 0, first: 7, end: 7 })
  expect(lanePath(lane, 20)).toBe('')
})

it('counts as a count at each pixel does', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 200; round++) {
    const attempts = Array.from({ length: 40 }, () => {
      const started = Math.floor(random() * 1000)
      return attempt([started, started, started + 10 + Math.floor(random() * 300)])
    })
    const { steps, most } = concurrencyLane(attempts, scale, 0)
    const runningAt = (x: number) =>
      attempts.filter(({ started, ended }) => Math.floor(started! / 10) <= x && x < Math.floor(ended! / 10))
        .length
    const at = (x: number) => steps.findLast((step) => step.x <= x)?.running ?? 0
    const pixels = Array.from({ length: 140 }, (_, x) => x)
    expect(pixels.map(at)).toEqual(pixels.map(runningAt))
    expect(most).toBe(Math.max(...pixels.map(runningAt)))
  }
})
