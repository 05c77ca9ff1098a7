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
