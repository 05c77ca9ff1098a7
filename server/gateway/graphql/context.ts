import type { GatewayConfig } from '../../config.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Backlogs } from '../realtime/backlog/backlogs.ts'
import type { Principal } from '../session/principal.ts'
import type { EndedSessions } from '../session/sessions.ts'
import type { Upstream, UpstreamCall } from '../upstream/client.ts'
import { upstreamFor } from '../upstream/for-principal.ts'

/** Asks the platform in the name of the caller. Throws the AppErrors of the upstream client. */
export type Call = <T>(call: UpstreamCall) => Promise<T>

/** What every resolver gets. */
export interface GraphqlContext {
  principal: Principal
  requestId: string
  log: Logger
  call: Call
  backlogs: Backlogs
}

export interface ContextDeps {
  upstream: Upstream
  sessions: EndedSessions
  backlogs: Backlogs
  config: Pick<GatewayConfig, 'SSO_LOGOUT_URL'>
}

/** The context of one request. A call that ends the session ends it here as well, and closes its sockets. */
export function createContext(
  deps: ContextDeps,
  request: { principal: Principal; requestId: string; log: Logger },
): GraphqlContext {
  const { principal, requestId } = request
  const upstream = upstreamFor(principal, { ...deps, requestId })
  return { ...request, backlogs: deps.backlogs, call: (what) => upstream.request(what) }
}
