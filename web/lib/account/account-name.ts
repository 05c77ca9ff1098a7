import { onOtherTab } from '../other-tabs.ts'

/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.account'

/**
 * The name of the account that was used last in this browser. A user without a current account gets the
 * account of this name, else the first one. Not stored where the browser refuses storage.
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
      // Private windows may refuse storage; the first account is used then.
    }
  },
  /**
   * Calls `listener` when another tab of this browser has chosen another account. Returns a function that
   * stops that.
   */
  onOtherTab: (listener: () => void) => onOtherTab(KEY, listener),
}
