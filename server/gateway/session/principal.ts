import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Account, User } from '#shared/domains/account/contract.ts'
import type { Call, Trace, UpstreamCall, UpstreamCaller } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'
import { isRefusedRight } from '../upstream/errors.ts'
import type { PlatformCapabilities } from './capabilities.ts'
import type { EndedSessions } from './sessions.ts'

/**
 * The signed-in user of a request, made once per request from the sealed cookie. The proxy, the GraphQL context and
 * the live socket share it, and `upstream/call.ts` makes the platform's headers from it.
 */
export interface Principal {
  sid: string
  user: User
  /** Null: the user belongs to no account. */
  account: Account | null
  /** The platform's bearer token; it never leaves the gateway. */
  token: string
  /** Signed in through single sign-on. Decides the redirect of the sign-out. */
  sso: boolean
  /** When the session ends at the latest, whatever its user does; milliseconds since 1970. */
  ends: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session plugin in `onRequest`; null without a valid session. */
    principal: Principal | null
  }
}

/** The upstream caller of a principal. */
export function callerOf({ token, account }: Pick<Principal, 'token' | 'account'>): UpstreamCaller {
  return { token, accountId: account?._id ?? null }
}

export interface CallDeps {
  upstream: Upstream
  sessions: EndedSessions
  config: SignOutConfig
  capabilities: PlatformCapabilities
}

/**
 * Calls the platform in the name of one principal. As `Upstream.request`; a SESSION_ENDED of the platform also ends
 * the session here, and the error has `redirectTo`. A refused right (NOT_ALLOWED) ends nothing if the platform has
 * capabilities.
 */
export function callAs(principal: Principal, deps: CallDeps, trace: Trace): Call {
  const { upstream, sessions, config, capabilities } = deps
  return async <T>(call: UpstreamCall) => {
    try {
      return await upstream.request<T>(callerOf(principal), { ...trace, ...call })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SESSION_ENDED') throw error
      const { cause } = error
      if (isRefusedRight(cause) && (await capabilities.of(callerOf(principal), trace))) throw cause
      void sessions.end(principal, 'forced', trace)
      throw sessionEnded(forcedSignOutAddress(config, principal.sso), error)
    }
  }
}

export type SignOutConfig = Pick<GatewayConfig, 'SSO_LOGOUT_URL'>

/** The redirect of an ordinary sign-out: the sign-out page for single sign-on users, else none. */
export function signOutAddress(config: SignOutConfig, sso: boolean): string | null {
  return sso ? (config.SSO_LOGOUT_URL ?? null) : null
}

/** The redirect of a session that has been ended by force: as above, with `auth_error=1`. */
export function forcedSignOutAddress(config: SignOutConfig, sso: boolean): string | null {
  const address = signOutAddress(config, sso)
  if (!address) return null
  const url = new URL(address)
  url.searchParams.append('auth_error', '1')
  return url.href
}

/** SESSION_ENDED, whose body has `redirectTo`. */
export function sessionEnded(redirectTo: string | null, cause?: unknown): AppError {
  return new AppError('SESSION_ENDED', undefined, { cause, details: { redirectTo } })
}
