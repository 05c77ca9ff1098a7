import type { CombinedError } from 'urql'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { isOutdated } from '#web/lib/away.ts'
import { withRequestId } from '#web/lib/http.ts'

function isCombined(error: object): error is CombinedError {
  return 'graphQLErrors' in error
}

/** The reason of an error as text, without the prefixes of the transport. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return 'unknown error'
  if (isCombined(error)) {
    if (error.networkError) return 'the console cannot be reached'
    if (isOutdated(error)) return pageMessages.olderReason
    const [first] = error.graphQLErrors
    return first ? withRequestId(first.message, first.extensions) : error.message
  }
  return error instanceof Error ? error.message : 'unknown error'
}

/** The text of an error toast: a fixed text with the reason appended. */
export function failText(prefix: string, error: unknown): string {
  return `${prefix} ${reasonOf(error)}`
}

/** Codes of a session that has ended or does not exist. */
const sessionEnds = new Set<unknown>(['SESSION_ENDED', 'UNAUTHENTICATED'])

/** Whether an error reports the end of the session, which the shell handles; it needs no toast. */
export function isSessionEnd(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isCombined(error)) return false
  return error.graphQLErrors.some(({ extensions }) => sessionEnds.has(extensions.code))
}

/** Whether the frame of the pages reports an error: the end of the session, a page that is outdated. It needs no toast. */
export function isReported(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isCombined(error)) return false
  return isSessionEnd(error) || isOutdated(error)
}

/**
 * Whether a change was refused because another user changed the same object first: the platform returns the
 * versions that did not match, or `variables` contain the version that the call is based on. Such a call may
 * still be refused for a value that is taken, which names the field in `faults`, on other platforms in the message
 * (`alias: ...`); a 409 to any other call has another reason.
 */
export function isConflict(error: unknown, variables: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isCombined(error)) return false
  return error.graphQLErrors.some(
    ({ extensions, message }) =>
      extensions.code === 'CONFLICT' &&
      (extensions.versions !== undefined ||
        (carriesVersion(variables) && extensions.faults === undefined && !/^[a-z]\w*: /.test(message))),
  )
}

/** The version is next to the changed fields: among the variables, or in the variable that is the entity. */
function carriesVersion(variables: unknown): boolean {
  return [variables, ...Object.values(variables ?? {})].some(
    (part: unknown) => typeof (part as { version?: unknown } | null | undefined)?.version === 'number',
  )
}
