import type { Clock } from './clock.ts'

const windowMs = 60_000
/** Restarts within the window that are made at once; each further one waits twice as long as the one before. */
const quick = 5
const delayMs = { first: 200, most: 10_000 }

/**
 * Milliseconds to wait before the next restart of a process that has exited; every call counts as one. Single crashes are
 * repaired quickly, a process that cannot run does not occupy the machine.
 */
export function createRestartDelay(clock: Pick<Clock, 'monotonic'>): () => number {
  let restarts: number[] = []
  return () => {
    const now = clock.monotonic()
    restarts = restarts.filter((at) => now - at < windowMs)
    restarts.push(now)
    const slow = Math.max(0, restarts.length - quick)
    return Math.min(delayMs.first * 2 ** slow, delayMs.most)
  }
}
