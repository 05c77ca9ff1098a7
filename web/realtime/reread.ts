/** A requested read starts within this time, in milliseconds. */
export const REREAD_WITHIN_MS = 800

/**
 * Delays a read by a random time and joins requests that come close together, so that a restarted gateway
 * does not receive the reads of all browsers at once, and subscriptions are restored before the data is read.
 */
export function createReread(read: () => void): { request(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    read()
  }
  return {
    request() {
      timer ??= setTimeout(run, (REREAD_WITHIN_MS * (1 + Math.random())) / 2)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
