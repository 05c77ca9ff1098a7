/** A refused or failed call to the gateway, with the words of its error body (contract section 3). */
export class HttpError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number
  readonly code: string
  /** Where a forced sign-out leads; null for the login page. */
  readonly redirectTo: string | null

  constructor(status: number, code: string, message: string, redirectTo: string | null = null) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.redirectTo = redirectTo
  }
}

/** `fetch` as the gateway wants it: the page's cookie and the header that no foreign page can send. */
export function gatewayFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-csrf', '1')
  return fetch(input, { ...init, headers, credentials: 'same-origin' })
}

interface ErrorBody {
  code?: string
  message?: string
  redirectTo?: string | null
}

async function errorOf(response: Response): Promise<HttpError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody
  const message = body.message ?? `the console answered ${response.status}`
  return new HttpError(response.status, body.code ?? 'UNKNOWN', message, body.redirectTo ?? null)
}

/**
 * One JSON call to the gateway's own routes. Answers the parsed body, undefined for 204.
 * Throws `HttpError` for every other outcome, with status 0 when the gateway cannot be reached.
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
  const response = await gatewayFetch(path, init).catch((cause: unknown) => {
    const error = new HttpError(0, 'UNREACHABLE', 'the console cannot be reached')
    error.cause = cause
    throw error
  })
  if (!response.ok) throw await errorOf(response)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/**
 * `fetch` for GraphQL. What the gateway refuses before GraphQL runs (no session, a forged request, too many)
 * comes as its ordinary error body; it is turned into a GraphQL error, so that every failure reads alike.
 */
export async function graphqlFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await gatewayFetch(input, init)
  if (response.ok) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || 'errors' in body || !('message' in body)) return response
  const { message, ...extensions } = body
  return Response.json({ errors: [{ message, extensions }] }, { status: response.status })
}
