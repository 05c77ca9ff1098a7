import type { Principal } from '../session/principal.ts'
import type { UpstreamCaller } from './client.ts'

/** The caller that the platform knows for a principal. */
export function callerOf(principal: Principal): UpstreamCaller {
  return { token: principal.token, accountId: principal.account?._id ?? null }
}

/** The only place where the platform's headers are made; the proxy and our own calls share it. */
export function platformHeaders(
  caller: UpstreamCaller | null,
  requestId: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (requestId) headers['x-request-id'] = requestId
  if (caller) headers['authorization'] = `Bearer ${caller.token}`
  if (caller?.accountId) headers['account-id'] = caller.accountId
  return headers
}
