import type { GatewayConfig } from '#server/config.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Backlogs } from '../domains/backlog/backlogs.ts'
import type { Call, UpstreamCall } from '../upstream/call.ts'
import type { Principal } from '../session/principal.ts'
import type { EndedSessions } from '../session/sessions.ts'
import type { Upstream } from '../upstream/client.ts'
import { upstreamFor } from '../session/for-principal.ts'

/** What every resolver gets. */
export interface GraphqlContext {
  principal: Principal
  requestId: string
  log: Logger
  call: Call
  backlogs: Backlogs
  /** The console's own origin, as browsers see it. */
  origin: string
  config: ContextConfig
}

type ContextConfig = Pick<GatewayConfig, 'SSO_LOGOUT_URL' | 'PLATFORM_URL' | 'DEPLOYABLE_WORKERS'>

export interface ContextDeps {
  upstream: Upstream
  sessions: EndedSessions
  backlogs: Backlogs
  config: ContextConfig
}

/** The context of one request. A call that ends the session ends it here as well, and closes its sockets. */
export function createContext(
  deps: ContextDeps,
  request: { principal: Principal; requestId: string; from: string; log: Logger; origin: string },
): GraphqlContext {
  const { principal, requestId, from } = request
  const { backlogs, config } = deps
  const upstream = upstreamFor(principal, { ...deps, trace: { requestId, from } })
  return { ...request, backlogs, config, call: readingOnce((what) => upstream.request(what)) }
}

/** Asks for the same thing once within a request, until something is changed. */
function readingOnce(call: Call): Call {
  const read = new Map<string, Promise<unknown>>()
  return <T>(what: UpstreamCall) => {
    if (what.method !== 'GET') read.clear()
    if (what.method !== 'GET' || what.reveal !== undefined || what.signal) return call<T>(what)
    const { service, path, query, purpose } = what
    const key = JSON.stringify([service, path, query, purpose])
    const answer = read.get(key) ?? call<T>(what)
    read.set(key, answer)
    return answer as Promise<T>
  }
}
