/** Characters of a long secret that stay readable, and the longest secret that shows none. */
const SHOWN = 4

/**
 * A secret as it may be seen (spec section 5): 4 characters or fewer fully starred; longer ones show the last 4, the rest
 * starred, so the length stays.
 */
export function mask(secret: string): string {
  const characters = [...secret]
  const shown = characters.length > SHOWN ? characters.slice(-SHOWN) : []
  return '*'.repeat(characters.length - shown.length) + shown.join('')
}
