import type { Moment } from './fields.ts'

/** Later moments are left to the sweep, which reads them from the database. */
const HORIZON_MS = 3_600_000

export interface Timers {
  /** Calls `due` at a moment; a timer of the same key is replaced. */
  set(key: string, at: Moment, due: () => void): void
  clear(key: string): void
  stop(): void
}

/**
 * Timers of retries, time-outs and deadlines. They only save waiting for the next sweep: the moments themselves are in
 * the database, so a lost timer delays them by a second at most.
 */
export function createTimers(now: () => Moment): Timers {
  const timers = new Map<string, NodeJS.Timeout>()

  function clear(key: string): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }

  return {
    set(key, at, due) {
      clear(key)
      const delay = at - now()
      if (delay > HORIZON_MS) return
      const fire = () => {
        timers.delete(key)
        due()
      }
      timers.set(key, setTimeout(fire, Math.max(0, delay)))
    },
    clear,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
