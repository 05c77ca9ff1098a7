import { AppError, errorCatalogue, toError, type ErrorCode } from '#server/lib/errors.ts'
import type { UpstreamPurpose } from './call.ts'
import { refusalDetails, safeText } from './refusal-details.ts'

/** A 4xx of the platform that is passed to the client: its status and message in the gateway's error body. */
export class PlatformRefusal extends AppError {
  override readonly code: string
  override readonly statusCode: number

  constructor(statusCode: number, code: string, message: string, details: Record<string, unknown>) {
    super('BAD_REQUEST', message, { details })
    this.name = 'PlatformRefusal'
    this.code = code
    this.statusCode = statusCode
  }
}

/** The answer did not begin in time. */
export class AnswerTimeout extends Error {
  readonly code = 'ANSWER_TIMEOUT'
}

/**
 * How an answer was lost:
 * - `unreachable`: no connection was established
 * - `broken`: the connection broke
 * - `late`: nothing arrived in time
 */
export type Loss = 'unreachable' | 'broken' | 'late'

const losses: Record<string, Loss> = {
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ETIMEDOUT: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  UND_ERR_SOCKET: 'broken',
  UND_ERR_CLOSED: 'broken',
  UND_ERR_DESTROYED: 'broken',
  ANSWER_TIMEOUT: 'late',
  UND_ERR_HEADERS_TIMEOUT: 'late',
  UND_ERR_BODY_TIMEOUT: 'late',
}

/** Undefined: the platform's answer was unusable, or the gateway aborted the call. */
export function lossOf(error: Error): Loss | undefined {
  // A connection that failed on every address of a host is an AggregateError with the code of the first one.
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && Object.hasOwn(losses, code) ? losses[code] : undefined
}

/** A failed exchange as an AppError. The cause names internal hosts, so it is only logged. */
export function transportError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const error = toError(thrown)
  const loss = lossOf(error)
  if (loss === undefined) return new AppError('BAD_GATEWAY', undefined, { cause: error })
  return new AppError(loss === 'late' ? 'PLATFORM_TIMEOUT' : 'PLATFORM_DOWN', undefined, { cause: error })
}

/** An answer that had begun and did not end. */
export function brokenAnswer(error: Error): AppError {
  if (lossOf(error) !== 'broken') return transportError(error)
  return new AppError('BAD_GATEWAY', 'The answer of the platform broke off', { cause: error })
}

/** An answer of 400 and above as an AppError. `text` is its body. */
export function answerError(status: number, text: string, purpose: UpstreamPurpose): AppError {
  if (status >= 500) return serverError(status)
  if (status === 401 || status === 403) {
    if (purpose === 'call') return sessionEnd(status, text)
    if (purpose === 'sign-in') return new AppError('WRONG_CREDENTIALS')
    // A rejected token is not a missing right: the live sockets of that session must close.
    if (purpose === 'rights-check' && status === 401) return new AppError('UNAUTHENTICATED')
    return new AppError('FORBIDDEN')
  }
  return refusal(status, text)
}

/**
 * SESSION_ENDED for a 401 or 403. Its cause is the platform's refusal, so that a caller who knows that the platform
 * has capabilities can pass a refused right instead of ending the session.
 */
export function sessionEnd(status: number, text: string): AppError {
  return new AppError('SESSION_ENDED', undefined, { cause: refusal(status, text) })
}

/** Whether an error is a 403 of the platform with the code NOT_ALLOWED. */
export function isRefusedRight(error: unknown): error is PlatformRefusal {
  return error instanceof PlatformRefusal && error.statusCode === 403 && error.code === 'NOT_ALLOWED'
}

/**
 * The body of a 5xx is never shown, because it may contain host names and stack traces. The reader gets the request id,
 * under which the platform's log has the reason.
 */
export function serverError(status: number): AppError {
  if (status === 507) return new AppError('NO_SPACE')
  const code = status === 503 ? 'UNAVAILABLE' : status === 504 ? 'PLATFORM_TIMEOUT' : 'BAD_GATEWAY'
  return new AppError(code, 'The platform failed')
}

/** A 4xx with the platform's message, and its code and details if they are of a known form. */
export function refusal(status: number, text: string): PlatformRefusal {
  const body = parseObject(text)
  const code = typeof body['code'] === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(body['code']) && body['code']
  const fallback = codeOfStatus(status)
  const message = messageOf(body) ?? errorCatalogue[fallback].message
  return new PlatformRefusal(status, code || fallback, message, refusalDetails(body))
}

/** The message of `{ message }`, `{ error }` or `{ error: { message } }`, unless it is a stack trace. */
function messageOf(body: Record<string, unknown>): string | undefined {
  const error = body['error']
  const nested =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error
  const found = [body['message'], nested].find((value) => typeof value === 'string' && value !== '')
  return safeText(found)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // A refusal without a JSON body is still a refusal; its status is enough.
    return {}
  }
}

const codes: Partial<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

/** The error code for a 4xx status. */
export function codeOfStatus(status: number): ErrorCode {
  return codes[status] ?? 'BAD_REQUEST'
}
