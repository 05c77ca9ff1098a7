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
