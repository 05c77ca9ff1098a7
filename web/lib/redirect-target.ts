const BASE = 'http://console.invalid'
/** Pages that a sign-in must not lead to: it would end in a circle, or sign out again. */
const never = new Set(['/login', '/logout'])
/** Control characters, which browsers drop from addresses, and the backslash, which they read as a slash. */
const FORBIDDEN = /[\p{Cc}\\]/u

/** The value with every level of percent-encoding undone; null when it never becomes plain. */
function plainForm(value: string): string | null {
  let current = value
  for (let level = 0; level < 5; level++) {
    let next: string
    try {
      next = decodeURIComponent(current)
    } catch {
      return null
    }
    if (next === current) return current
    current = next
  }
  return null
}

/**
 * The local path that a `redirectTo` value leads to, `/` for anything else: other origins (`//host`, `/\host`,
 * full addresses), control characters, the same behind percent-encoding, and the login page itself.
 */
export function redirectTarget(value: string | null | undefined): string {
  if (!value?.startsWith('/')) return '/'
  const plain = plainForm(value)
  if (plain === null || FORBIDDEN.test(plain) || plain.startsWith('//')) return '/'
  const url = URL.parse(value, BASE)
  // Dot segments can leave a path that begins with two slashes, which a browser reads as a host.
  const escapes = (path: string) => path.startsWith('//') || FORBIDDEN.test(path)
  const resolved = URL.parse(plain, BASE)
  if (!url || !resolved || url.origin !== BASE || resolved.origin !== BASE) return '/'
  if (escapes(url.pathname) || escapes(resolved.pathname) || never.has(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
