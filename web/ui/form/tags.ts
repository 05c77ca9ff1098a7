/** Adds the comma-separated words of a text to a list of tags, without duplicates. */
export function withTags(tags: string[], text: string): string[] {
  const added = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return [...new Set([...tags, ...added])]
}

/** At most so many tags are offered. */
const MOST_OFFERED = 8

/** The tags that are offered while a text is typed: those that have it, the ones that begin with it first. */
export function offeredTags(choices: readonly string[], chosen: readonly string[], text: string): string[] {
  const typed = text.trim().toLowerCase()
  const place = (tag: string) => tag.toLowerCase().indexOf(typed)
  return choices
    .filter((tag) => !chosen.includes(tag) && place(tag) >= 0)
    .toSorted((a, b) => Math.min(1, place(a)) - Math.min(1, place(b)))
    .slice(0, MOST_OFFERED)
}
