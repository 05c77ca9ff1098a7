import type { z } from 'zod'
import { fieldInWords, pathText } from '#shared/lib/field-names.ts'
import { issueInWords } from '#shared/lib/issue-words.ts'
import { AppError, type ErrorCode } from './errors.ts'

/** What is wrong with one field; the message continues its name: `must not be empty`. */
export interface Fault {
  path: readonly PropertyKey[]
  message: string
  /** What an empty path means: `The body` unless given. */
  whole?: string
}

/** Maximum number of faults in one message, and in the list beside it. */
const MAX_FAULTS = 200

const faultText = ({ path, message, whole = 'The body' }: Fault) =>
  `${fieldInWords(path) || whole} ${message}`

/**
 * The error for invalid fields. Its message names every field in words ("Docker tag must not be empty"); `faults` has
 * their paths, for screens that show each fault at its field.
 */
export function faultsError(
  faults: readonly Fault[],
  { code = 'BAD_REQUEST', cause }: { code?: ErrorCode; cause?: unknown } = {},
): AppError {
  const listed = faults.slice(0, MAX_FAULTS).map(({ path, message }) => ({ path: pathText(path), message }))
  return new AppError(code, joinFaults(faults.map(faultText)), { cause, details: { faults: listed } })
}

/** The error for one invalid field: `faultOf('alias', 'is taken')`. */
export function faultOf(
  field: string,
  message: string,
  code: ErrorCode = 'BAD_REQUEST',
  cause?: unknown,
): AppError {
  return faultsError([{ path: field.split('.'), message }], { code, cause })
}

/** Joins faults in one line, at most 200 of them. */
export function joinFaults(faults: readonly string[]): string {
  const more = faults.length - MAX_FAULTS
  return faults.slice(0, MAX_FAULTS).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

/** Checks a value; the issues of a schema without texts of its own are put in words. */
export const checkFields = <Schema extends z.ZodType>(schema: Schema, value: unknown) =>
  schema.safeParse(value, { error: issueInWords })

/** One fault per issue, and one per unknown field. */
export function faultsIn(issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: 'is not known here' }))
      : [{ path: issue.path, message: issue.message }],
  )
}
