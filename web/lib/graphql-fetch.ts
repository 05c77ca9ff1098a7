import { gatewayFetch } from './http.ts'

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
