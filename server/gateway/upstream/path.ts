import { AppError } from '#server/lib/errors.ts'

const printableAscii = /^[\x21-\x7e]*$/
/* oxlint-disable-next-line no-control-regex -- control characters are what is looked for */
const control = /[\x00-\x1f\x7f]/

/** Segments of unreserved characters without a leading dot. Every server reads them the same way. */
const plain = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/

/** Decoding rounds after which a path must not change any more. No client encodes an id three times. */
const decodeRounds = 3

/**
 * Throws BAD_REQUEST unless every server resolves the path (its bytes as sent, without the query) to the same target,
 * whether it decodes the path not at all, once, or repeatedly. Refuses dot segments, backslashes, empty segments,
 * control characters and broken escapes, in every round of decoding.
 */
export function checkPath(path: string): void {
  if (plain.test(path)) return
  if (!printableAscii.test(path) || path.includes('#') || path.includes('?')) throw refused()
  let round = path
  for (let i = 0; i <= decodeRounds; i += 1) {
    if (round.includes('\\') || round.includes('//') || control.test(round)) throw refused()
    // Some servers remove `;parameters` before they check for dots: `..;x` is `..` there.
    if (round.split('/').some((segment) => /^\.{1,2}(;|$)/.test(segment))) throw refused()
    const decoded = decode(round)
    if (decoded === round) return
    round = decoded
  }
  throw refused()
}

/** The path of a request target: everything before its query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
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

/** A path below `/api/`; each value becomes one segment: apiPath`workqueues/${id}/end`. */
export function apiPath(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? '') + part)
}
