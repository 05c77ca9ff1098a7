import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Account, User } from '#shared/domains/account/contract.ts'
import type { Call, Trace, UpstreamCall, UpstreamCaller } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'
import type { EndedSessions } from './sessions.ts'

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

export interface CallDeps {
  upstream: Upstream
  sessions: EndedSessions
  config: SignOutConfig
}

/**
 * Calls in the name of one principal. As `Upstream.request`; a SESSION_ENDED of the platform also ends the session
 * here, and the error names `redirectTo`.
 */
export function callAs(principal: Principal, { upstream, sessions, config }: CallDeps, trace: Trace): Call {
  return async <T>(call: UpstreamCall) => {
    try {
      return await upstream.request<T>(callerOf(principal), { ...trace, ...call })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SESSION_ENDED') throw error
      sessions.end(principal.sid, 'forced')
      throw sessionEnded(config, principal, error)
    }
  }
}

type SignOutConfig = Pick<GatewayConfig, 'SSO_LOGOUT_URL'>

/** Where an ordinary sign-out leads: the single sign-on sign-out page for its users, else nowhere. */
export function signOutAddress(config: SignOutConfig, sso: boolean): string | null {
  return sso ? (config.SSO_LOGOUT_URL ?? null) : null
}

/** SESSION_ENDED with `redirectTo`: the sign-out address with `auth_error=1` for single sign-on users. */
export function sessionEnded(
  config: SignOutConfig,
  principal: Pick<Principal, 'sso'> | null,
  cause?: unknown,
): AppError {
  const address = signOutAddress(config, principal?.sso ?? false)
  let redirectTo: string | null = null
  if (address) {
    const url = new URL(address)
    url.searchParams.append('auth_error', '1')
    redirectTo = url.href
  }
  return new AppError('SESSION_ENDED', undefined, { cause, details: { redirectTo } })
}
