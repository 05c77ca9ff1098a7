/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.known:'

/** What the platform has told a user in an account last. */
interface LastKnown {
  features?: readonly string[]
  /** What the user may do and see in the account. */
  own?: { role: string | null; payloads: string | null }
}

/**
 * What this browser knows of a user in an account, by `dataOwner`, before the platform has answered: pages open with the
 * entries and buttons that they had before. None of it is secret, and every call is still decided by the platform.
 */
export const lastKnown = {
  read(owner: string): LastKnown {
    try {
      const found = JSON.parse(localStorage.getItem(KEY + owner) ?? '') as LastKnown
      // What another version has stored in another form counts as nothing.
      if (Array.isArray(found.features)) return found
    } catch {
      // Nothing is stored, or private windows refuse storage.
    }
    return {}
  },
  keep(owner: string, told: LastKnown): void {
    try {
      localStorage.setItem(KEY + owner, JSON.stringify({ ...lastKnown.read(owner), ...told }))
    } catch {
      // Then nothing is known before the platform has answered.
    }
  },
}
