/**
 * A path of this console out of caller-given text, or '/'. What a browser could read as another host is
 * refused in every spelling: `//e`, `/\e`, their encoded forms, control characters, schemes.
 */
export function localPath(text: string | undefined): string {
  if (!text?.startsWith('/')) return '/'
  let decoded = text
  for (let round = 0; round < 3; round += 1) {
    if (/^\/[/\\]/.test(decoded) || /[\x00-\x1f\x7f\\]/.test(decoded)) return '/' // eslint-disable-line no-control-regex
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      // Not an escape: nothing further can be hidden below it, but no client of ours writes such an address.
      return '/'
    }
  }
  const base = 'http://console.invalid'
  const url = new URL(text, base)
  return url.origin === base ? url.pathname + url.search + url.hash : '/'
}
