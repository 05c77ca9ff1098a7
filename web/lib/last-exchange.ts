const KEY = 'workforce-console.token-exchanged'

/** Used where the browser refuses storage. */
let here: number | null = null

/**
 * When the platform's token of this browser's session was last exchanged or issued, in milliseconds since 1970. All
 * tabs share it, and it survives a reload.
 */
export const lastExchange = {
  /** Null when it is unknown. */
  read(): number | null {
    try {
      const stored = localStorage.getItem(KEY)
      return stored === null ? here : Number(stored)
    } catch {
      return here
    }
  },
  /** It has happened now. */
  note(): void {
    here = Date.now()
    try {
      localStorage.setItem(KEY, String(here))
    } catch {
      // Private windows may refuse storage; this tab remembers it then.
    }
  },
}
