import { expect, test } from 'vitest'
import { BUCKETS, bucketOf, quantileOf } from './wait-buckets.ts'

const countsOf = (waits: readonly number[]) => {
  const buckets: number[] = []
  for (const wait of waits) {
    const bucket = bucketOf(wait)
    while (buckets.length <= bucket) buckets.push(0)
    buckets[bucket]!++
  }
  return buckets
}

test.each([0.5, 0.95, 0.99])('the quantile %d is within 10 %% of the exact one', (share) => {
  for (const scale of [3, 40, 900, 30_000, 4_000_000]) {
    const waits = Array.from({ length: 500 }, (_, index) => 2 + (scale * ((index * 7919) % 500) ** 1.3) / 100)
    const exact = waits.toSorted((a, b) => a - b)[Math.ceil(share * 500) - 1]!
    const found = quantileOf(countsOf(waits), share)!
    expect(Math.abs(found - exact) / exact).toBeLessThan(0.1)
  }
})

test('every wait has a bucket', () => {
  for (const wait of [-1, 0, 0.5, 1, Number.NaN]) expect(bucketOf(wait)).toBe(0)
  expect(bucketOf(Number.MAX_SAFE_INTEGER)).toBe(BUCKETS - 1)
  expect(quantileOf([], 0.95)).toBeNull()
  expect(quantileOf([3], 0.95)).toBe(1)
})
