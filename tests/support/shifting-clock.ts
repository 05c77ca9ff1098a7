import type { Clock } from '#server/lib/clock.ts'

/** The real time plus a shift. */
export interface ShiftingClock extends Clock {
  /** Advances the time at once, for all users of the clock. */
  pass(ms: number): void
  /** Sets the wall clock; no time passes. */
  set(ms: number): void
}

export function createShiftingClock(): ShiftingClock {
  let [passed, wall] = [0, 0]
  return {
    now: () => Date.now() + passed + wall,
    monotonic: () => performance.now() + passed,
    pass: (ms) => void (passed += ms),
    set: (ms) => void (wall += ms),
  }
}
