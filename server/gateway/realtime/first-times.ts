/** Number of remembered texts; further ones are never new. */
const MOST = 100

/**
 * Returns a function that is true for the first occurrence of a text, so that the log has one line for an
 * event that may occur many times a second. Counters count all of them.
 */
export function createFirstTimes(): (text: string) => boolean {
  const known = new Set<string>()
  return (text) => {
    if (known.has(text) || known.size >= MOST) return false
    known.add(text)
    return true
  }
}
