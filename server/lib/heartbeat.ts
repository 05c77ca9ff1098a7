/** Signs of life that a process gives within the limit of a hang. */
export const heartbeats = 10

/** Waits for signs of life of one part. */
export interface HeartbeatWatch {
  /** The part has given a sign of life. */
  beat(): void
  stop(): void
}

interface WatchOptions {
  /** Longest silence, in milliseconds. */
  limitMs: number
  /** Number of ticks in that time. A part that beats once a tick is never silent. */
  ticks: number
  /** Called once, when the part has been silent for `ticks` ticks in a row. */
  onSilence: () => void
}

/**
 * Reports a part that gives no sign of life. Silence is counted in ticks of this process's timer, not by the clock: while
 * the machine is suspended, or this process is stopped or blocked, there are no ticks, so that such a time is no silence of
 * the part.
 */
export function watchHeartbeat({ limitMs, ticks, onSilence }: WatchOptions): HeartbeatWatch {
  let silent = 0
  const timer = setInterval(() => {
    if (++silent < ticks) return
    clearInterval(timer)
    onSilence()
  }, limitMs / ticks)
  return {
    beat: () => void (silent = 0),
    stop: () => clearInterval(timer),
  }
}
