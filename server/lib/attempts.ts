import { BoundedMap } from './bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'

export interface AttemptsOptions {
  /** Attempts of one key within a window. */
  max: number
  windowMs: number
  /** Number of keys kept; the oldest windows are dropped first. */
  maxKeys: number
  clock: Clock
}

/** Counts attempts per key in fixed windows. A window begins with the first attempt. */
export interface Attempts {
  /** Counts one attempt, allowed or not. `waitMs`: the rest of the window; `first`: this is the first refused one. */
  begin(key: string): { allowed: boolean; first: boolean; waitMs: number; takeBack(): void }
}

export function createAttempts({ max, windowMs, maxKeys, clock }: AttemptsOptions): Attempts {
  const windows = new BoundedMap<string, { count: number; ends: number }>(maxKeys)

  function windowOf(key: string, now: number) {
    const known = windows.get(key)
    if (known && known.ends > now) return known
    const fresh = { count: 0, ends: now + windowMs }
    windows.set(key, fresh)
    return fresh
  }

  return {
    begin(key) {
      const now = clock.monotonic()
      const window = windowOf(key, now)
      window.count += 1
      return {
        allowed: window.count <= max,
        first: window.count === max + 1,
        waitMs: window.ends - now,
        takeBack: () => void (window.count -= 1),
      }
    },
  }
}
