import { asNumber, isWire, type Wire } from '../lib/wire.ts'

/** Longest text that is passed; the rest is cut off. */
const MAX_TEXT = 2000
/** Most entries of a list that are passed. */
const MAX_LISTED = 200

/**
 * A line of a stack trace, in a text or in a JSON text within it. JavaScript, Java and .NET begin it with `at`,
 * Python with `File`.
 */
const stackLine = /(\n|\\n)([ \t]|\\t)+(at|File) /

/** A text of the platform that clients may see. Undefined for a stack trace and for any other type. */
export function safeText(value: unknown): string | undefined {
  return typeof value === 'string' && !stackLine.test(value) ? value.slice(0, MAX_TEXT) : undefined
}

/**
 * The details of a refusal besides its message, in the known forms. All other members are removed, because
 * they may contain stack traces and internal host names:
 * - `faults`: the invalid fields, each `{ path?, message, line?, column? }`
 * - `versions`: the versions of a conflict, `{ stored?, yours? }`
 * - `field`, `errors`, `details`: a text or a list of texts
 */
export function refusalDetails(body: Wire): Record<string, unknown> {
  return present({
    faults: listOf(faultOf, body['faults']),
    versions: versionsOf(body['versions']),
    ...Object.fromEntries(['field', 'errors', 'details'].map((name) => [name, textsOf(body[name])])),
  })
}

function faultOf(fault: unknown): object | undefined {
  if (!isWire(fault)) return undefined
  const message = safeText(fault['message'])
  if (message === undefined) return undefined
  const [line, column] = ['line', 'column'].map((name) => asNumber(fault[name]) ?? undefined)
  return present({ line, column, path: safeText(fault['path']), message })
}

function versionsOf(versions: unknown): object | undefined {
  if (!isWire(versions)) return undefined
  const version = (name: string) => asNumber(versions[name]) ?? safeText(versions[name])
  const found = present({ stored: version('stored'), yours: version('yours') })
  return Object.keys(found).length > 0 ? found : undefined
}

const textsOf = (value: unknown) => safeText(value) ?? listOf(safeText, value)

/** Undefined for an empty list and for any other type. */
function listOf<T>(read: (part: unknown) => T | undefined, value: unknown): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const parts = value.slice(0, MAX_LISTED).flatMap((part: unknown) => read(part) ?? [])
  return parts.length > 0 ? parts : undefined
}

/** Without undefined members. */
const present = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
