/** A shorter secret is masked entirely. */
const MIN_SHOWN_FROM = 12
const MAX_SHOWN = 4

/**
 * A masked secret. Its last characters stay, at most 4 and at most a quarter of it, none of a secret with fewer than 12
 * characters; the others are stars, so the length stays. The mask of a mask is the same.
 */
export function mask(secret: string): string {
  const characters = [...secret]
  const { length } = characters
  const shown = length < MIN_SHOWN_FROM ? 0 : Math.min(MAX_SHOWN, Math.floor(length / 4))
  return '*'.repeat(length - shown) + characters.slice(length - shown).join('')
}

/**
 * The value that a caller means who has seen the mask of a stored value: the stored one when the mask comes back, else
 * what was sent. Empty text is a value.
 */
export const unmasked = (sent: string, stored: string | undefined): string =>
  stored !== undefined && sent === mask(stored) ? stored : sent
