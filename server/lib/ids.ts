import { randomFillSync } from 'node:crypto'

const randomLength = 8
/** Random bytes are fetched for many ids at once, because a system call costs more than an id. */
const pool = Buffer.alloc(randomLength * 256)
let used = pool.length

/**
 * A new entity id: 24 hex digits, of which the first eight are the seconds since 1970. So ids of one table are nearly
 * in order of creation, and inserts touch few index pages.
 */
export function newId(now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const seconds = Math.floor(now / 1000).toString(16)
  return seconds.padStart(8, '0') + pool.toString('hex', used, (used += randomLength))
}
