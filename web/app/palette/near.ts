import { wordsIn } from './match.ts'

/** Letters that a word may differ in: short ones in none, because too many are alike. */
const allowed = ({ length }: string) => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** Whether one word becomes the other, or its begin, by at most `most` letters that are other, more, fewer or exchanged. */
function isAlike(word: string, other: string, most: number): boolean {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= word.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = word[row - 1] === other[at - 1]
      const steps = [(last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1)]
      if (row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1])
        steps.push((before[at - 2] ?? 0) + 1)
      next.push(Math.min(...steps))
    }
    ;[before, last] = [last, next]
  }
  // Any begin of the other word: what is typed may end before it.
  return Math.min(...last) <= most
}

/** How well words name a text in which their letters may be wrong: 0 if one of them is like none of its words. */
export function nearScore(words: readonly string[], text: string): number {
  const others = wordsIn(text.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
  const isNear = (word: string) => others.some((other) => isAlike(word, other, allowed(word)))
  return words.length > 0 && words.every(isNear) ? 1 : 0
}
