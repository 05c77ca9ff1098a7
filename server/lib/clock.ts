/** The clock of the server code, so that tests can move it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  now(): number
  /**
   * What the wall clock shows at this moment, where `now` follows its steps a little later: for times that other machines
   * have written. Absent: `now` is the wall clock.
   */
  wall?(): number
  /** Milliseconds that never go backwards, for timeouts and ages. */
  monotonic(): number
}

export const wallTime = (clock: Clock): number => clock.wall?.() ?? clock.now()

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

const HOUR_MS = 3_600_000

/** The beginning of the hour of a moment in UTC, both in milliseconds since 1970. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS

/** A clock whose `now()` does not follow a step of the wall clock until `follow` is called. */
export interface SteadyClock extends Clock {
  /** Milliseconds by which the wall clock is ahead. */
  aheadMs(): number
  /** Moves `now()` by so many milliseconds. */
  follow(ms: number): void
  /** Called by `now()` while the wall clock is a step away, until it is followed. */
  onStep: (() => void) | null
}

/** A larger difference is a step: the clock was set, or the machine was suspended. A smaller one is the drift of two clocks. */
const stepMs = 1000

export function createSteadyClock(clock: Clock = systemClock): SteadyClock {
  let offset = clock.now() - clock.monotonic()
  const steady = () => Math.floor(clock.monotonic() + offset)
  const self: SteadyClock = {
    onStep: null,
    monotonic: clock.monotonic,
    wall: clock.now,
    now() {
      const ahead = clock.now() - steady()
      if (Math.abs(ahead) < stepMs) offset += ahead
      else self.onStep?.()
      return steady()
    },
    aheadMs: () => clock.now() - steady(),
    follow: (ms) => void (offset += ms),
  }
  return self
}
