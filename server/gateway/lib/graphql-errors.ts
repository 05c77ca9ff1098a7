import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { AppError, type ErrorBody } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { failureLevel } from './failure-level.ts'

/** `extensions` of every GraphQL error that the gateway sends. */
export interface ErrorExtensions {
  code: string
  statusCode: number
  requestId: string
  redirectTo?: string | null
  /** Faults of a definition, each as `{ path, message }`. */
  faults?: unknown[]
  /** Versions of a conflicting update: `{ stored, yours }`. */
  versions?: unknown
}

export interface ErrorScope {
  requestId: string
  log: Logger
}

/**
 * An error as the client gets it: an expected failure with its code and text, an invalid request as BAD_REQUEST,
 * anything else as INTERNAL without its text, which is logged instead.
 */
export function formatError(error: unknown, scope: ErrorScope): GraphQLFormattedError {
  const graphqlError = error instanceof GraphQLError ? error : null
  const cause = graphqlError?.originalError ?? error
  const place = graphqlError?.path ? { path: graphqlError.path } : {}
  if (cause instanceof AppError) {
    const { code, cause: reason } = cause
    scope.log[failureLevel(cause)](
      { err: reason, code, requestId: scope.requestId },
      'graphql operation failed',
    )
    return { message: cause.message, ...place, extensions: { ...extensionsOf(cause, scope) } }
  }
  if (graphqlError && !graphqlError.originalError && !graphqlError.path) {
    const fault = new AppError('BAD_REQUEST', graphqlError.message)
    return { message: fault.message, extensions: { ...extensionsOf(fault, scope) } }
  }
  scope.log.error(
    { err: cause, requestId: scope.requestId, path: graphqlError?.path },
    'graphql operation failed',
  )
  const hidden = new AppError('INTERNAL')
  return { message: hidden.message, ...place, extensions: { ...extensionsOf(hidden, scope) } }
}

/** The body of a refusal before execution: the error body of every route, with the same error as GraphQL `errors`. */
export function refusalBody(
  error: unknown,
  scope: ErrorScope,
): ErrorBody & { errors: GraphQLFormattedError[] } {
  const formatted = formatError(error, scope)
  const extensions = formatted.extensions as unknown as ErrorExtensions
  return { message: formatted.message, ...extensions, errors: [formatted] }
}

function extensionsOf(error: AppError, scope: ErrorScope): ErrorExtensions {
  const base = { code: error.code, statusCode: error.statusCode, requestId: scope.requestId }
  const { faults, versions } = error.details
  if (Array.isArray(faults)) return { ...base, faults }
  if (versions !== undefined) return { ...base, versions }
  if (error.code !== 'SESSION_ENDED') return base
  const redirectTo = error.details['redirectTo']
  return { ...base, redirectTo: typeof redirectTo === 'string' ? redirectTo : null }
}
