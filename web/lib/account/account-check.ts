/** Shortest time between two checks, in milliseconds. */
export const ACCOUNT_CHECK_MS = 15_000

/**
 * Returns a function that is called when an answer may mean that the user no longer belongs to the account; platforms
 * say no more than "not found". It calls `check` at once, and again after `ACCOUNT_CHECK_MS` for calls until then.
 */
export function createAccountCheck(check: () => Promise<void>): () => void {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        last = Date.now()
        void check()
      },
      Math.max(0, last + ACCOUNT_CHECK_MS - Date.now()),
    )
  }
}
