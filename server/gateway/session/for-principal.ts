import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'
import { sessionEnded } from './forced-sign-out.ts'
import { callerOf, type Principal } from './principal.ts'
import type { EndedSessions } from './sessions.ts'
import type { Upstream } from '../upstream/client.ts'
import type { Trace, UpstreamCall } from '../upstream/call.ts'

export interface PrincipalUpstream {
  /** As `Upstream.request`; on SESSION_ENDED the session is ended here and the error names `redirectTo`. */
  request<T>(call: UpstreamCall): Promise<T>
}

export interface ForPrincipalOptions {
  upstream: Upstream
  sessions: EndedSessions
  config: Pick<GatewayConfig, 'SSO_LOGOUT_URL'>
  trace?: Trace
}

/** The platform as one principal sees it: resolvers and subscriptions call it through this. */
export function upstreamFor(principal: Principal, options: ForPrincipalOptions): PrincipalUpstream {
  const { upstream, sessions, config, trace } = options
  return {
    async request<T>(call: UpstreamCall): Promise<T> {
      try {
        return await upstream.request<T>(callerOf(principal), { ...trace, ...call })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SESSION_ENDED') throw error
        sessions.end(principal.sid, 'forced')
        throw sessionEnded(config, principal, error)
      }
    },
  }
}
