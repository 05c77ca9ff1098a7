const BASE = 'http://console.invalid'
/** Control characters, which browsers drop from addresses, and the backslash, which they read as a slash. */
const FORBIDDEN = /[\p{Cc}\\]/u
/** Maximum levels of percent-encoding; the console encodes addresses less often. */
const LEVELS = 5

/** The value with every level of percent-encoding undone; null when more than `LEVELS` are needed. */
function plainForm(value: string): string | null {
  let current = value
  for (let level = 0; level < LEVELS; level++) {
    let next: string
    try {
      next = decodeURIComponent(current)
    } catch {
      // Not percent-encoded text; the console never writes such an address.
      return null
    }
    if (next === current) return current
    current = next
  }
  return null
}

/** The address that a browser would open from this console; null for another origin or an invalid one. */
function resolved(value: string): URL | null {
  if (!URL.canParse(value, BASE)) return null
  const url = new URL(value, BASE)
  // Dot segments can leave a path that begins with two slashes, which a browser reads as a host.
  return url.origin === BASE && !url.pathname.startsWith('//') && !FORBIDDEN.test(url.pathname) ? url : null
}

/**
 * A path of this console with query and hash, from untrusted text. Returns `/` for anything else: other
 * origins (`//host`, `/\host`, full addresses), control characters, and the same behind percent-encoding.
 */
export function localPath(value: string | null | undefined): string {
  if (!value?.startsWith('/')) return '/'
  const plain = plainForm(value)
  if (plain === null || FORBIDDEN.test(plain) || plain.startsWith('//') || !resolved(plain)) return '/'
  const url = resolved(value)
  return url ? url.pathname + url.search + url.hash : '/'
}
