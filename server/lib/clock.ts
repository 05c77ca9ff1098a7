/** Time as the server code asks for it, so that tests can move it. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. */
  now(): number
  /** Milliseconds that never run backwards; for time-outs and ages. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
