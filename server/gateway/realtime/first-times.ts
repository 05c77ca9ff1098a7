/** Texts that are remembered; whoever sends that many different ones is told of no further. */
const MOST = 100

/**
 * Whether a text comes for the first time, so that the log gets one line of what may be sent many times a second. All
 * are counted elsewhere.
 */
export function createFirstTimes(): (text: string) => boolean {
  const known = new Set<string>()
  return (text) => {
    if (known.has(text) || known.size >= MOST) return false
    known.add(text)
    return true
  }
}
