/**
 * A histogram of waits by buckets whose limits grow by a constant factor: the middle of a bucket is within 10 % of all
 * that it has. Counts of several processes are added up bucket by bucket.
 */
const FACTOR = 1.2
/** Waits of at most that many milliseconds are in the first bucket. */
const FIRST_MS = 1
/** The last one is for all longer waits, from about six days. */
const LAST = 110

/** The number of buckets. */
export const BUCKETS = LAST + 1

/** The bucket of a wait in milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0
  return Math.min(LAST, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(FACTOR)))
}

/** The wait that a share (0 to 1) of the counted ones did not exceed, in milliseconds; null without any. */
export function quantileOf(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  const bucket = buckets.findIndex((count) => (seen += count) >= rank)
  return bucket === 0 ? FIRST_MS : FIRST_MS * FACTOR ** (bucket - 0.5)
}
