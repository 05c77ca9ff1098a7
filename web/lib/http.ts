/** A refused or failed request to the gateway, with status, code and message of its error body. */
export class HttpError extends Error {
  /** 0 when there was no response. */
  readonly status: number
  readonly code: string
  /** Address to go to after a forced sign-out; null for the login page. */
  readonly redirectTo: string | null

  constructor(status: number, code: string, message: string, redirectTo: string | null = null) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.redirectTo = redirectTo
  }
}

/** `fetch` with the session cookie and the CSRF header, which a page of another origin cannot send. */
function gatewayFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-csrf', '1')
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

declare global {
  interface Window {
    /**
     * Answers that the page has asked for before its scripts were loaded (`web/build/early-files.ts`), by path, followed by the
     * body where there is one.
     */
    early?: Record<string, Promise<Response>> | undefined
  }
}

/** An early answer, once: a later request wants a new one. */
function takeEarly(request: string): Promise<Response> | undefined {
  const answer = window.early?.[request]
  delete window.early?.[request]
  return answer
}

/** The early answer to a query, where it is one of a signed-in user. */
async function earlyAnswer(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | null> {
  const answer = await takeEarly(`${String(input)}${String(init?.body)}`)?.catch(() => null)
  return answer?.ok ? answer : null
}

/**
 * The message of a failed request. A failure of the server is named with the request's id, under which its log has the
 * reason.
 */
export function withRequestId(message: string, error: { statusCode?: unknown; requestId?: unknown }): string {
  const { statusCode, requestId } = error
  const isFailure = typeof statusCode === 'number' && statusCode >= 500 && typeof requestId === 'string'
  return isFailure ? `${message} (request ${requestId})` : message
}

interface ErrorBody {
  statusCode?: number
  requestId?: string
  code?: string
  message?: string
  redirectTo?: string | null
}

async function errorOf(response: Response): Promise<HttpError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody
  const message = withRequestId(body.message ?? `the console answered ${response.status}`, body)
  return new HttpError(response.status, body.code ?? 'UNKNOWN', message, body.redirectTo ?? null)
}

/**
 * Sends a JSON request to one of the gateway's own routes. Returns the parsed body, undefined for 204. Throws
 * `HttpError` for every other outcome, with status 0 when the gateway cannot be reached.
 */
export async function callGateway<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  // What was answered before belongs to another user or account.
  if (method !== 'GET') window.early = undefined
  const response = await (takeEarly(path) ?? gatewayFetch(path, init)).catch((cause: unknown) => {
    const error = new HttpError(0, 'UNREACHABLE', 'the console cannot be reached')
    error.cause = cause
    throw error
  })
  if (!response.ok) throw await errorOf(response)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/**
 * `fetch` for GraphQL. Converts the error body of a request that the gateway refuses before GraphQL runs (no
 * session, a forged request, too many requests) to a GraphQL error, so that all failures have one form. A
 * request that was refused because the session has expired waits for `renewed` and is repeated once.
 */
export async function graphqlFetch(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  renewed: () => Promise<boolean>,
): Promise<Response> {
  let response = (await earlyAnswer(input, init)) ?? (await gatewayFetch(input, init))
  let body = await refusalOf(response)
  if (body?.code === 'UNAUTHENTICATED' && (await renewed())) {
    response = await gatewayFetch(input, init)
    body = await refusalOf(response)
  }
  if (!body) return response
  const { message, ...extensions } = body
  return Response.json({ errors: [{ message, extensions }] }, { status: response.status })
}

/** The error body of a refused request; null for a GraphQL response and for anything else. */
async function refusalOf(response: Response): Promise<ErrorBody | null> {
  if (response.ok) return null
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && !('errors' in body) && 'message' in body
    ? (body as ErrorBody)
    : null
}
