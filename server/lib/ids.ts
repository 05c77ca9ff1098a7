import { randomFillSync } from 'node:crypto'

const randomLength = 8
/** Random bytes are fetched for many ids at once: a call of the system costs more than an id. */
const pool = Buffer.alloc(randomLength * 256)
let used = pool.length

/**
 * A new entity id: 24 hex digits, the first eight the seconds since 1970, so that ids of one table
 * are nearly in order of creation and index pages stay warm.
 */
export function newId(now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const seconds = Math.floor(now / 1000).toString(16)
  return seconds.padStart(8, '0') + pool.toString('hex', used, (used += randomLength))
}
