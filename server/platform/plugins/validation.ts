import type { FastifyRequest, FastifySchemaCompiler, FastifyTypeProvider } from 'fastify'
import { z } from 'zod'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import { AppError } from '#server/lib/errors.ts'

/** Gives handlers the types of params, query and body from the zod schemas of their route. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The error of a part of a request that does not match its schema. */
export class ValidationFailure extends Error {
  readonly issues: z.core.$ZodIssue[]
  constructor(issues: z.core.$ZodIssue[]) {
    super('The request is not valid')
    this.name = 'ValidationFailure'
    this.issues = issues
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = schema.safeParse(httpPart === 'body' ? presentBody(data) : data)
    return parsed.success ? { value: parsed.data } : { error: new ValidationFailure(parsed.error.issues) }
  }

/** Fastify represents an absent body as null; schemas with a default expect undefined. */
const presentBody = (data: unknown) => (data === null ? undefined : data)

/** Maximum number of faults in one message. */
const MAX_FAULTS = 200

/**
 * Returns every wrong field of a request with its fault, as `body/name: …; query/pagesize: …`. Fastify stops
 * at the first part that fails (params, body, query); the following parts are checked here, so that one
 * answer names all faults.
 */
export function describeFailure(
  failure: ValidationFailure,
  failedPart: string | undefined,
  request: FastifyRequest,
): string {
  const schema = (request.routeOptions.schema ?? {}) as Partial<Record<'body' | 'querystring', z.ZodType>>
  const parts = ['params', 'body', 'query']
  const failed = failedPart === 'querystring' ? 'query' : (failedPart ?? 'body')
  const later = parts.slice(parts.indexOf(failed) + 1)
  const faults = faultsOf(failed, failure.issues)
  if (later.includes('body')) faults.push(...check('body', schema.body, presentBody(request.body)))
  if (later.includes('query')) faults.push(...check('query', schema.querystring, request.query))
  return joinFaults(faults)
}

/** Joins faults in one line, at most 200 of them. */
export function joinFaults(faults: readonly string[]): string {
  const more = faults.length - MAX_FAULTS
  return faults.slice(0, MAX_FAULTS).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

function check(part: string, schema: z.ZodType | undefined, value: unknown): string[] {
  const parsed = schema?.safeParse(value)
  return parsed?.error ? faultsOf(part, parsed.error.issues) : []
}

function faultsOf(part: string, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    const place = [part, ...issue.path].map((step) => clip(String(step))).join('/')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${place}/${clip(key)}: is not known here`)
      : [`${place}: ${issue.message}`]
  })
}

/** Names come from the caller and are part of the answer. */
const clip = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Maximum number of faults in the list beside the message. */
const MAX_LISTED = 200

/**
 * Checks the definition in a body. Throws INVALID_DEFINITION with every fault in its message, and as `faults:
 * [{ path, message }]` for a screen that lists them.
 */
export function requireDefinition(body: unknown): Definition {
  const checked = checkDefinition(body)
  if ('definition' in checked) return checked.definition
  throw invalidDefinition(checked.faults, ({ path, message }) => (path ? `${path}: ${message}` : message))
}

/** INVALID_DEFINITION with every fault in its message, and as `faults` beside it. */
export function invalidDefinition<Fault>(
  faults: readonly Fault[],
  inWords: (fault: Fault) => string,
): AppError {
  const details = { faults: faults.slice(0, MAX_LISTED) }
  return new AppError('INVALID_DEFINITION', joinFaults(faults.map(inWords)), { details })
}
