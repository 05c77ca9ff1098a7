import { expect, test } from 'vitest'
import { createPermits } from './concurrency.ts'

test('runs at most the given number at a time, in order of calls, whatever fails', async () => {
  const permits = createPermits(2)
  const begun: number[] = []
  let [now, most] = [0, 0]
  const work = (n: number) =>
    permits.run(async () => {
      begun.push(n)
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now--
      if (n % 3 === 0) throw new Error(`${n}`)
      return n
    })
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work))
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})
