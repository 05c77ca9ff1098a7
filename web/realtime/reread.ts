/** A requested read happens within this time, in milliseconds. */
export const REREAD_WITHIN_MS = 800

/**
 * Puts off a read by a random moment and makes requests that come close together one: a gateway that restarts
 * is not asked by every browser at once, and subscriptions stand again before the truth is read.
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
