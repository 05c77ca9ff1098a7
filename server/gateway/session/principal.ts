import type { UpstreamCaller } from '../upstream/call.ts'
import type { Account, User } from '#shared/domains/account/contract.ts'

/**
 * Who asks. Made once per request from the sealed cookie; the proxy, the GraphQL context and the live
 * socket all get this object, and `upstream/call.ts` makes the platform's headers from it.
 */
export interface Principal {
  sid: string
  user: User
  /** null: the user belongs to no account. */
  account: Account | null
  /** The platform's bearer token; it never leaves the gateway. */
  token: string
  /** Signed in through single sign-on: decides where sign-out leads. */
  sso: boolean
  /** When the session ends at the latest, whatever its user does; milliseconds since 1970. */
  ends: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolved by the session plugin in `onRequest`; null without a valid session. */
    principal: Principal | null
  }
}

/** The caller that the platform knows for a principal. */
export function callerOf({ token, account }: Pick<Principal, 'token' | 'account'>): UpstreamCaller {
  return { token, accountId: account?._id ?? null }
}
