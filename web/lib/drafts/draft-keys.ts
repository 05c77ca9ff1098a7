/** Keys of drafts in the session storage. Apart from the drafts themselves, which the first screen does not need. */
export const DRAFTS = 'workforce-console.draft:'

/** The beginning of the keys of all drafts of a user. */
export const draftsPrefix = (user: string) => `${DRAFTS}${encodeURIComponent(user)}:`

/** Drops every draft of a user, who has signed out. */
export function dropDrafts(user: string): void {
  const storage = stored()
  for (const key of Object.keys(storage ?? {}))
    if (key.startsWith(draftsPrefix(user))) storage?.removeItem(key)
}

/** Null where the browser refuses storage. */
export function stored(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}
