import type { CombinedError } from 'urql'

function isCombined(error: object): error is CombinedError {
  return 'graphQLErrors' in error
}

/** The reason of a failure in words, without the transport's own prefixes. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return 'unknown error'
  if (isCombined(error)) {
    if (error.networkError) return 'the console cannot be reached'
    return error.graphQLErrors[0]?.message ?? error.message
  }
  return error instanceof Error ? error.message : 'unknown error'
}

/** The text of an error toast: the catalogue's words with the reason appended (spec section 8). */
export function failText(prefix: string, error: unknown): string {
  return `${prefix} ${reasonOf(error)}`
}

/** Codes of a session that has ended, or of one that never was. */
const sessionEnds = new Set<unknown>(['SESSION_ENDED', 'UNAUTHENTICATED'])

/** True for the end of the session, which the shell answers by itself: no toast for it. */
export function isSessionEnd(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isCombined(error)) return false
  return error.graphQLErrors.some(({ extensions }) => sessionEnds.has(extensions.code))
}

/**
 * True when a change was refused because somebody else changed the same thing first: the platform names the versions
 * that did not match, or `variables` carried the version that the call is based on. Such a call may still be refused for
 * a value that is taken, which names the field (`alias: ...`); a 409 to any other call has a reason of its own.
 */
export function isConflict(error: unknown, variables: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isCombined(error)) return false
  return error.graphQLErrors.some(
    ({ extensions, message }) =>
      extensions.code === 'CONFLICT' &&
      (extensions.versions !== undefined || (carriesVersion(variables) && !/^[a-z]\w*: /.test(message))),
  )
}

/** The version stands beside the changed fields: among the variables, or in the one of them that is the entity. */
function carriesVersion(variables: unknown): boolean {
  return [variables, ...Object.values(variables ?? {})].some(
    (part: unknown) => typeof (part as { version?: unknown } | null | undefined)?.version === 'number',
  )
}
