/** A text as it is compared: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a search, at most ten. */
export const wordsIn = (query: string): string[] => plain(query).split(/\s+/u).filter(Boolean).slice(0, 10)

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** Where a word is in a text, at the start of a word if possible; -1 if it is not there. */
function placeOf(text: string, word: string): number {
  const first = text.indexOf(word)
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) if (startsWord(text, at)) return at
  return first
}

/** Whether words are a text, all of it. */
export const isExactly = (words: readonly string[], text: string): boolean => plain(text) === words.join(' ')

/**
 * How well words name a text: 0 if one of them is not in it, more where they begin its words, still more where they begin it,
 * most where they are all of it.
 */
export function matchScore(words: readonly string[], text: string): number {
  const compared = plain(text)
  let score = 0
  for (const word of words) {
    const at = placeOf(compared, word)
    if (at < 0) return 0
    score += startsWord(compared, at) ? 2 : 1
  }
  if (isExactly(words, text)) return score + 4
  return compared.startsWith(words.join(' ')) ? score + 3 : score
}

/** Whether words begin words of a text, each of them. */
export const namesIt = (words: readonly string[], text: string): boolean => {
  const compared = plain(text)
  return (
    words.length > 0 &&
    words.every((word) => {
      const at = placeOf(compared, word)
      return at >= 0 && startsWord(compared, at)
    })
  )
}

/** A text in parts, where those of the search are marked. */
export function markedParts(text: string, words: readonly string[]): { text: string; marked: boolean }[] {
  const compared = plain(text)
  // Letters that are more than one character without their accents have no place in the text.
  if (compared.length !== text.length) return [{ text, marked: false }]
  const marked = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    const at = placeOf(compared, word)
    if (at >= 0) marked.fill(true, at, at + word.length)
  }
  const parts: { text: string; marked: boolean }[] = []
  for (const [at, isMarked] of marked.entries()) {
    const last = parts.at(-1)
    if (last?.marked === isMarked) last.text += text.charAt(at)
    else parts.push({ text: text.charAt(at), marked: isMarked })
  }
  return parts
}
