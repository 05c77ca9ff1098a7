/**
 * The platform may be a foreign one, and its answers come from the console's origin. A browser shows only JSON and plain
 * text of them; everything else is offered as a file, under a type that no browser runs.
 */

/** Files whose type a browser may know. Any other type becomes bytes without a meaning. */
const fileTypes = new Set([
  'application/gzip',
  'application/octet-stream',
  'application/pdf',
  'application/x-ndjson',
  'application/yaml',
  'application/zip',
  'text/csv',
])

const usual = 'application/json; charset=utf-8'
const json = /^application\/(?:[\w.-]+\+)?json$/
const charset = /;\s*charset=("?)([\w-]{1,20})\1\s*(?:;|$)/i

/** Whether an answer of that content type is JSON. */
export function isJsonType(type: string | undefined): boolean {
  return type === usual || (type !== undefined && json.test(essence(type)))
}

/** Changes the headers of an answer with a body so that no browser takes it for a page, an image or a script. */
export function makeInert(headers: Record<string, string>): void {
  const type = headers['content-type']
  if (type === usual) return
  const plain = essence(type ?? '')
  if (json.test(plain)) {
    headers['content-type'] = `${plain}; charset=utf-8`
    return
  }
  if (plain === 'text/plain') {
    const [, , name = 'utf-8'] = charset.exec(type ?? '') ?? []
    headers['content-type'] = `${plain}; charset=${name}`
    return
  }
  headers['content-type'] = fileTypes.has(plain) ? plain : 'application/octet-stream'
  const [, parameters = ''] = /^[^;]*(;.*)$/.exec(headers['content-disposition'] ?? '') ?? []
  headers['content-disposition'] = `attachment${parameters}`
}

/** Type and subtype in lower case; empty for a list of types. */
function essence(type: string): string {
  if (type.includes(',')) return ''
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** Longest text that is parsed. Of a longer one only the ends are looked at, because parsing would cost more than passing. */
const parsedLength = 256

/** Whether a complete text may be JSON. */
export function isJsonText(text: string): boolean {
  if (text.length > parsedLength)
    return /^\s*[{["\d-]/.test(text.slice(0, 64)) && /[}\]"\d]\s*$/.test(text.slice(-64))
  try {
    JSON.parse(text)
    return true
  } catch {
    // The caller answers with an error of its own.
    return false
  }
}
