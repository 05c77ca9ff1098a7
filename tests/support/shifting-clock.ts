import type { Clock } from '#server/lib/clock.ts'

/** The time as it is, plus what it was shifted by. */
export interface ShiftingClock extends Clock {
  /** Time passes at once, for all users of the clock. */
  pass(ms: number): void
  /** The wall clock is set; nothing passes. */
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
