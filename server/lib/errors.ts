/**
 * Every expected failure of the gateway and the platform: code, HTTP status and text. An error answer is `{
 * statusCode, code, message, requestId }`, with `Retry-After` when the same call may succeed that many seconds later.
 */
export const errorCatalogue = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid' },
  UNAUTHENTICATED: { status: 401, message: 'Sign in first' },
  WRONG_CREDENTIALS: { status: 401, message: 'Wrong e-mail or password' },
  SESSION_ENDED: { status: 401, message: 'The session has ended, sign in again' },
  NOT_ALLOWED: { status: 403, message: 'You are not allowed to do this' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this' },
  CSRF: {
    status: 403,
    message: 'The request must come from this console: header x-csrf and an allowed origin',
  },
  NOT_FOUND: { status: 404, message: 'Not found' },
  TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
  CONFLICT: { status: 409, message: 'The state of the entity does not allow this' },
  TOO_LARGE: { status: 413, message: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send application/json' },
  INVALID_DEFINITION: { status: 422, message: 'The definition has faults' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts, try again later' },
  INTERNAL: { status: 500, message: 'Something went wrong' },
  SESSION_TOO_LARGE: { status: 500, message: 'The sign-in answer does not fit into a session cookie' },
  BAD_GATEWAY: { status: 502, message: 'The platform gave an answer that cannot be passed on' },
  PLATFORM_DOWN: { status: 503, message: 'The platform cannot be reached', retryAfter: 1 },
  OVERLOADED: { status: 503, message: 'The console has too much to do, try again', retryAfter: 1 },
  UNAVAILABLE: { status: 503, message: 'The service is not available at the moment' },
  NO_SPACE: {
    status: 507,
    message:
      'Nothing can be saved at the moment: the disk of the database is almost full. Reading still works',
  },
  PLATFORM_TIMEOUT: { status: 504, message: 'The platform did not answer in time' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

interface CatalogueEntry {
  status: number
  message: string
  retryAfter?: number
}

/** Body of every error answer. Only SESSION_ENDED has `redirectTo`. */
export interface ErrorBody {
  statusCode: number
  code: string
  message: string
  requestId: string
  redirectTo?: string | null
}

/**
 * An expected failure. The caller sees its message, so it must not contain internal hosts, stack traces or secrets.
 * `cause` is only logged.
 */
export class AppError extends Error {
  readonly code: string
  readonly statusCode: number
  /** Additional members of the error body. */
  readonly details: Record<string, unknown>
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message?: string,
    options: ErrorOptions & { details?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(message ?? errorCatalogue[code].message, options)
    this.name = 'AppError'
    this.code = code
    const entry: CatalogueEntry = errorCatalogue[code]
    this.statusCode = entry.status
    this.retryAfter = options.retryAfter ?? entry.retryAfter
    this.details = options.details ?? {}
  }
}

/** Any thrown value as an Error, so that `message` and `stack` exist. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
