const BASE = 'http://console.invalid'
/** Control characters, which browsers drop from addresses, and the backslash, which they read as a slash. */
const FORBIDDEN = /[\p{Cc}\\]/u
/** Nobody encodes an address of this console more often. */
const LEVELS = 5

/** The value with every level of percent-encoding undone; null when it never becomes plain. */
function plainForm(value: string): string | null {
  let current = value
  for (let level = 0; level < LEVELS; level++) {
    let next: string
    try {
      next = decodeURIComponent(current)
    } catch {
      // No escape: nothing further can be hidden below it, but no client of ours writes such an address.
      return null
    }
    if (next === current) return current
    current = next
  }
  return null
}

/** The address that a browser on this console would go to; null when it would leave, or cannot be read. */
function resolved(value: string): URL | null {
  if (!URL.canParse(value, BASE)) return null
  const url = new URL(value, BASE)
  // Dot segments can leave a path that begins with two slashes, which a browser reads as a host.
  return url.origin === BASE && !url.pathname.startsWith('//') && !FORBIDDEN.test(url.pathname) ? url : null
}

/**
 * A path of this console, with query and hash, out of text that anybody may have written; `/` for anything else: other
 * origins (`//host`, `/\host`, full addresses), control characters, and the same behind percent-encoding.
 */
export function localPath(value: string | null | undefined): string {
  if (!value?.startsWith('/')) return '/'
  const plain = plainForm(value)
  if (plain === null || FORBIDDEN.test(plain) || plain.startsWith('//') || !resolved(plain)) return '/'
  const url = resolved(value)
  return url ? url.pathname + url.search + url.hash : '/'
}
