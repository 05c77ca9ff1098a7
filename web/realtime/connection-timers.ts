const FIRST_MS = 400
const LONGEST_MS = 15_000

/**
 * How long to wait before try number `retries` (from 0), in milliseconds: doubling up to 15 s, half of it
 * random, so that the browsers of a gateway that went away do not all come back at once.
 */
export function backoffMs(retries: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(retries, 16))
  return Math.round(ceiling / 2 + (random() * ceiling) / 2)
}

/** Waits between tries; `hurry` ends every wait at once. */
export interface RetryDelays {
  wait(ms: number): Promise<void>
  skip(): void
}

/** Waits that can be cut short, for instance because the network is back. */
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

/** Pings leave this often, in milliseconds. */
export const PING_EVERY_MS = 15_000

/** A ping without an answer for this long means that the connection is half open. */
export const PONG_WITHIN_MS = 10_000

/** Watches pings and their answers and calls `onSilence` when an answer stays away. */
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
