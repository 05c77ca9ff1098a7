const FIRST_MS = 400
const LONGEST_MS = 15_000

/**
 * Milliseconds to wait before retry number `retries` (from 0): doubles up to 15 s, half of it random, so that
 * the browsers of a restarting gateway do not all reconnect at once.
 */
export function backoffMs(retries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(retries, 16))
  return Math.round(ceiling / 2 + (random() * ceiling) / 2)
}

/** Waits between retries; `skip` ends every wait at once. */
interface RetryDelays {
  wait(ms: number): Promise<void>
  skip(): void
}

/** Creates waits that can be ended early, for instance when the network is available again. */
export function createRetryDelays(): RetryDelays {
  const ends = new Set<() => void>()
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          ends.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        ends.add(end)
      }),
    skip() {
      for (const end of [...ends]) end()
    },
  }
}

/** Interval of pings, in milliseconds. */
export const PING_EVERY_MS = 15_000

/** A ping without a pong for this long means that the connection is half open. */
export const PONG_WITHIN_MS = 10_000

/** Calls `onSilence` when a ping is not answered in time. */
export function createHeartbeat(onSilence: () => void): {
  pinged(): void
  answered(): void
  stop(): void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    pinged() {
      timer ??= setTimeout(() => {
        timer = undefined
        onSilence()
      }, PONG_WITHIN_MS)
    },
    answered: stop,
    stop,
  }
}
