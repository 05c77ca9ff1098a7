import type { Screen } from './screens.ts'

/** The share of its letters in which a word of an address may differ from that of a screen. */
const MAY_DIFFER = 0.34
/** Longer parts of an address are ids and names, never those of screens. */
const LONGEST = 30

/** The screen that has nearly the name of a part of the address; the last part counts most. Null for none. */
export function nearestScreen(address: string, screens: readonly Screen[]): Screen | null {
  const parts = address.toLowerCase().split('/').filter(Boolean).toReversed()
  for (const part of parts.filter(({ length }) => length <= LONGEST)) {
    const [first] = screens
      .map((screen) => ({
        screen,
        differs: Math.min(...namesOf(screen).map((name) => difference(part, name))),
      }))
      .toSorted((a, b) => a.differs - b.differs)
    if (first && first.differs <= MAY_DIFFER) return first.screen
  }
  return null
}

/** Its label and the last part of its address, as they stand in an address. */
const namesOf = ({ label, to }: Screen) => [
  label.toLowerCase().replaceAll(' ', '-'),
  to.replace(/\?.*/, '').split('/').findLast(Boolean) ?? '',
]

/** The insertions, deletions and replacements of letters between two words, as a share of the longer one. */
function difference(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++)
      next[at] = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1),
      )
    row = next
  }
  return (row[other.length] ?? 0) / Math.max(one.length, other.length, 1)
}
