import { digitWords, fileEndings, hostEndings, isKnownCode, units } from './reason-words.ts'

/** A part of a reason between separators, as it is or with `#` in the place of what varies. */

const isHex = (text: string) => /^(?:0x)?[0-9a-f]+$/i.test(text)

/** A number, maybe with a sign and a unit. */
function isNumber(text: string): boolean {
  const [, unit] = /^[+-]?\d[\d.,_'’]*([\p{L}%]*)$/u.exec(text) ?? []
  return unit !== undefined && (unit === '' || units.has(unit.toLowerCase()))
}

/** The alphabet of names that Kubernetes generates has no vowels. */
const isGeneratedName = (text: string) => /^[bcdfghjklmnpqrstvwxz2-9]{5}$/.test(text)

/** Whether letters and digits look drawn at random, as in keys and ids. */
function isRandom(text: string): boolean {
  if (text.length >= 6 && isHex(text)) return true
  const digitRuns = text.match(/\d+/g)?.length ?? 0
  if (digitRuns > 1) return true
  const letters = text.replace(/\d+/g, '')
  const upper = letters.replace(/[^A-Z]/g, '').length
  const mixed = upper > 0 && upper < letters.length
  if (text.length >= 12 && mixed && upper * 4 > text.length) return true
  if (text.length >= 16 && !mixed) return true
  return !/[a-zA-Zäöüß]{3}/.test(text) || !/[aeiouyäöü]/i.test(letters)
}

/** A long token of base64 or of a similar alphabet: digits and both cases change places all the time. */
function isEncoded(text: string): boolean {
  if (text.length < 20 || !/^[A-Za-z0-9_+-]+$/.test(text)) return false
  const [upper, lower] = [text.match(/[A-Z]/g), text.match(/[a-z]/g)]
  if ((upper?.length ?? 0) < 2 || (lower?.length ?? 0) < 2 || !/\d/.test(text)) return false
  const changes = text.match(/[a-z](?=[A-Z])|\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0
  return (text.match(/\d+/g)?.length ?? 0) > 1 || changes * 5 > text.length
}

/** A run of letters and digits: kept, kept without its number, or replaced. */
function maskSegment(segment: string): string {
  if (!/\d/.test(segment)) return segment
  if (digitWords.has(segment.toLowerCase()) || isKnownCode(segment)) return segment
  if (isNumber(segment) || isRandom(segment)) return '#'
  return segment.replace(/\d+/g, '#')
}

/** A part without `:` and `/`: a word, a name with hyphens or dots, a number. */
export function maskWord(part: string): string {
  if (isNumber(part) || isEncoded(part)) return '#'
  if (!/\d/.test(part) && !/[.-]/.test(part)) return part
  if (digitWords.has(part.toLowerCase()) || isKnownCode(part)) return part
  const dotted = part.split('.')
  const ending = dotted.at(-1)?.toLowerCase() ?? ''
  if (dotted.length > 1 && (fileEndings.has(ending) || isHost(dotted, ending))) return '#'
  const masked = part
    .split(/([.\-_~+$#*])/)
    .map((piece, index, all) => {
      if (index % 2 === 1) return piece
      const generated = index > 0 && all[index - 1] === '-' && isGeneratedName(piece)
      return generated ? '#' : maskSegment(piece)
    })
    .join('')
  return masked.replace(/#(?:[.\-_~+$*]+#)+/g, '#')
}

function isHost(dotted: readonly string[], ending: string): boolean {
  if (!hostEndings.has(ending)) return false
  // `io.grpc.Status` and `Foo.test` are no hosts.
  return dotted.every((name) => name !== '' && name === name.toLowerCase())
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

/** A part without separators and quotes, such as `/srv/app.js:10:5`, `db-1:5432`, `a@b.example` or `10:00:00`. */
export function maskPart(whole: string): string {
  const part = whole.replace(uuid, '#')
  if (isPath(part)) return '#'
  if (part.includes('@')) return maskAddress(part)
  if (part.includes('/')) return part.split('/').map(maskPart).join('/')
  if (part.includes(':')) return maskColons(part)
  return maskWord(part)
}

function isPath(part: string): boolean {
  if (/^(?:~|\.{0,2})\/./.test(part) || /^[A-Za-z]:[\\/]/.test(part) || part.startsWith('\\\\')) return true
  const names = part.split(/[\\/]/)
  if (names.length > 2) return true
  if (names.length < 2) return false
  const [, extension] = /\.(\w+)(?::\d+)*$/.exec(names[1] ?? '') ?? []
  return (extension !== undefined && fileEndings.has(extension)) || names.some((name) => /\d{3}/.test(name))
}

/** An e-mail address, or an object with its address in memory: `Foo@1a2b3c`. */
function maskAddress(part: string): string {
  const at = part.indexOf('@')
  const [name, rest] = [part.slice(0, at), part.slice(at + 1)]
  if (name === '' || rest === '' || rest.includes('@')) return maskPart(part.replaceAll('@', ''))
  return isHex(rest) && /\d/.test(rest) ? `${maskWord(name)}@#` : '#'
}

function maskColons(part: string): string {
  const pieces = part.split(':')
  if (pieces.every((piece) => piece === '' || isHex(piece) || /\d/.test(piece))) return '#'
  const [name = '', ...rest] = pieces
  const numbers = rest.every((piece) => /^\d+$/.test(piece))
  // A file with its line, or a host with its port.
  if (numbers && (/[.\d-]/.test(name) || /^\d{4,5}$/.test(rest[0] ?? ''))) return '#'
  return pieces.map(maskWord).join(':')
}
