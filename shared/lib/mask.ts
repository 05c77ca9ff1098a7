/** Visible characters of a long secret; a secret of at most this length is masked entirely. */
const SHOWN = 4

/**
 * A masked secret: 4 characters or fewer are replaced by stars; longer ones show the last 4, so the length
 * stays.
 */
export function mask(secret: string): string {
  const characters = [...secret]
  const shown = characters.length > SHOWN ? characters.slice(-SHOWN) : []
  return '*'.repeat(characters.length - shown.length) + shown.join('')
}
