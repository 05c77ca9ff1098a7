/** Below this length the built-in search has no bad case that matters. */
const SHORT = 32

/**
 * Whether a text contains another, in a time that grows with the sum of their lengths (Knuth, Morris, Pratt).
 * For repetitive texts the time of the built-in search grows with their product: seconds for a state of 1 MB,
 * while nothing else runs.
 */
export function containsText(text: string, wanted: string): boolean {
  if (wanted.length <= SHORT) return text.includes(wanted)
  if (wanted.length > text.length) return false
  const borders = bordersOf(wanted)
  let matched = 0
  for (let place = 0; place < text.length; place++) {
    matched = longer(wanted, borders, matched, text.charCodeAt(place))
    if (matched === wanted.length) return true
  }
  return false
}

/** Of each prefix of a text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  for (let place = 1; place < text.length; place++)
    borders[place] = longer(text, borders, borders[place - 1] ?? 0, text.charCodeAt(place))
  return borders
}

/** How much of `wanted` is matched after the next character. */
function longer(wanted: string, borders: Int32Array, matched: number, next: number): number {
  let length = matched
  while (length > 0 && wanted.charCodeAt(length) !== next) length = borders[length - 1] ?? 0
  return wanted.charCodeAt(length) === next ? length + 1 : length
}
