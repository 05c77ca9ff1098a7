import type { Clock } from '#server/lib/clock.ts'

export interface AttemptsOptions {
  /** Attempts of one key within a window. */
  most: number
  windowMs: number
  /** Keys that are remembered; the oldest windows go first. */
  keys: number
  clock: Clock
}

/** Attempts per key in fixed windows, each of which begins with its first attempt. */
export interface Attempts {
  /** Counts one attempt, allowed or not. `waitMs` is how long the window still lasts; `first`: the first one too many. */
  begin(key: string): { allowed: boolean; first: boolean; waitMs: number; takeBack(): void }
}

export function createAttempts({ most, windowMs, keys, clock }: AttemptsOptions): Attempts {
  const windows = new Map<string, { count: number; ends: number }>()

  function windowOf(key: string, now: number) {
    const known = windows.get(key)
    if (known && known.ends > now) return known
    const fresh = { count: 0, ends: now + windowMs }
    // Deleted first, so that the map stays in order of the windows' beginnings.
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > keys) windows.delete(windows.keys().next().value as string)
    return fresh
  }

  return {
    begin(key) {
      const now = clock.monotonic()
      const window = windowOf(key, now)
      window.count += 1
      return {
        allowed: window.count <= most,
        first: window.count === most + 1,
        waitMs: window.ends - now,
        takeBack: () => void (window.count -= 1),
      }
    },
  }
}
