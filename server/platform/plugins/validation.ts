import type { FastifyRequest, FastifySchemaCompiler, FastifyTypeProvider } from 'fastify'
import type { z } from 'zod'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import { AppError } from '#server/lib/errors.ts'
import { checkFields, faultsError, faultsIn, joinFaults, type Fault } from '#server/lib/faults.ts'

/** Gives handlers the types of params, query and body from the zod schemas of their route. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The error of a part of a request that does not match its schema. */
export class ValidationFailure extends Error {
  readonly issues: z.core.$ZodIssue[]
  /** The part of the request, set by Fastify. */
  validationContext?: string
  constructor(issues: z.core.$ZodIssue[]) {
    super('The request is not valid')
    this.name = 'ValidationFailure'
    this.issues = issues
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = checkFields(schema, httpPart === 'body' ? presentBody(data) : data)
    return parsed.success ? { value: parsed.data } : { error: new ValidationFailure(parsed.error.issues) }
  }

/** Fastify represents an absent body as null; schemas with a default expect undefined. */
const presentBody = (data: unknown) => (data === null ? undefined : data)

/** The parts of a request in the order of their checks, with their names in a message. */
const parts = { params: 'The address', body: 'The body', querystring: 'The query' } as const
type Part = keyof typeof parts
const isPart = (name: string): name is Part => Object.hasOwn(parts, name)

/**
 * The error that names every wrong field of a request. Fastify stops at the first part that fails (params, body, query);
 * the following parts are checked here, so that one answer names all faults.
 */
export function validationError(failure: ValidationFailure, request: FastifyRequest): AppError {
  const schemas = (request.routeOptions.schema ?? {}) as Partial<Record<Part, z.ZodType>>
  const values = { params: request.params, body: presentBody(request.body), querystring: request.query }
  const failed = failure.validationContext ?? 'body'
  // Headers are checked last.
  if (!isPart(failed)) return faultsError(faultsIn(failure.issues))
  const names = Object.keys(parts).filter(isPart)
  const later = names.slice(names.indexOf(failed) + 1).flatMap((part) => {
    const parsed = schemas[part] && checkFields(schemas[part], values[part])
    return parsed?.error ? faultsOf(part, parsed.error.issues) : []
  })
  return faultsError([...faultsOf(failed, failure.issues), ...later])
}

function faultsOf(part: Part, issues: readonly z.core.$ZodIssue[]): Fault[] {
  return faultsIn(issues).map(({ path, message }) => {
    // A list in a query is one text with commas.
    const isListed = part === 'querystring' && path.length === 2 && typeof path[1] === 'number'
    return { path: isListed ? path.slice(0, 1) : path, message, whole: parts[part] }
  })
}

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
