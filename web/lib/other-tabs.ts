/**
 * Calls `listener` when another tab of this browser has stored a value under the key. Returns a function that stops
 * that.
 */
export function onOtherTab(key: string, listener: (value: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) listener(event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.signed-out'

/**
 * Tells the other tabs of this browser that a user has signed out, because the next request of such a tab could not
 * distinguish that from an expired session.
 */
export const signOutNotice = {
  send(userId: string): void {
    try {
      // The time makes each value new: storing an equal value raises no event.
      localStorage.setItem(KEY, `${userId} ${Date.now()}`)
    } catch {
      // Private windows may refuse storage; the other tabs then notice with their next request.
    }
  },
  /** Calls `listener` when a user has signed out in another tab. Returns a function that stops that. */
  onOtherTab: (listener: (userId: string) => void) =>
    onOtherTab(KEY, (value) => value && listener(value.slice(0, value.lastIndexOf(' ')))),
}
