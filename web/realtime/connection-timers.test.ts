import { expect, it } from 'vitest'
import { backoffMs, createRetryDelays } from './connection-timers.ts'

it('doubles up to fifteen seconds, and is at least half of that', () => {
  const least = [0, 1, 2, 3, 10, 1000].map((retries) => backoffMs(retries, () => 0))
  const most = [0, 1, 2, 3, 10, 1000].map((retries) => backoffMs(retries, () => 1))
  expect(most).toEqual([400, 800, 1600, 3200, 15_000, 15_000])
  expect(least).toEqual([200, 400, 800, 1600, 7500, 7500])
})

it('ends every wait on skip', async () => {
  const waiting = createRetryDelays()
  const waits = Promise.all([waiting.wait(60_000), waiting.wait(90_000)])
  waiting.skip()
  await waits
  expect(waits).toBeInstanceOf(Promise)
})
