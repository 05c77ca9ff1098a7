import { AppError } from '#server/lib/errors.ts'

const printableAscii = /^[\x21-\x7e]*$/
/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const control = /[\x00-\x1f\x7f]/

/** Segments of letters, digits and the like, none of which begins with a dot: nothing in them can be read another way. */
const plain = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/

/** Decoding rounds after which a path must have come to rest; nobody encodes an id thrice. */
const decodeRounds = 3

/**
 * Throws BAD_REQUEST unless the path (as its bytes are sent on, without the query) stays where it points
 * to for every reader: one that decodes it not at all, once, or again and again. Refused are dot segments,
 * backslashes, empty segments, control characters and broken escapes, in every round of decoding.
 */
export function checkPath(path: string): void {
  if (plain.test(path)) return
  if (!printableAscii.test(path) || path.includes('#') || path.includes('?')) throw refused()
  let round = path
  for (let i = 0; i <= decodeRounds; i += 1) {
    if (round.includes('\\') || round.includes('//') || control.test(round)) throw refused()
    // Some servers cut `;parameters` off before they look at dots: `..;x` is `..` there.
    if (round.split('/').some((segment) => /^\.{1,2}(;|$)/.test(segment))) throw refused()
    const decoded = decode(round)
    if (decoded === round) return
    round = decoded
  }
  throw refused()
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    throw refused(error)
  }
}

function refused(cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', 'The path is not valid', { cause })
}

/** A path below `/api/` whose values are each one segment: apiPath`workqueues/${id}/end`. */
export function apiPath(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? '') + part)
}
