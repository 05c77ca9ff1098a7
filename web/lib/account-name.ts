/** Ours alone: other products may be served from the same host on another port. */
const KEY = 'workforce-console.account'

/**
 * The name of the account that was used last in this browser. A user with no current account gets the one
 * of this name, else the first of theirs (spec section 4). Where storage is refused it is simply not kept.
 */
export const lastAccountName = {
  read(): string | undefined {
    try {
      return localStorage.getItem(KEY) ?? undefined
    } catch {
      return undefined
    }
  },
  write(name: string): void {
    try {
      if (localStorage.getItem(KEY) !== name) localStorage.setItem(KEY, name)
    } catch {
      // Private windows may refuse storage; the first account is then a fair choice.
    }
  },
  /** Calls back when another tab of this browser chose another account. Returns the way to stop. */
  onOtherTab(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === KEY) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}
