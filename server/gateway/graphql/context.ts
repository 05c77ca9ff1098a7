import type { GatewayConfig } from '#server/config.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Capabilities } from '#shared/lib/features.ts'
import { callAs, callerOf, type CallDeps, type Principal } from '../session/principal.ts'
import type { Call, Trace, UpstreamCall } from '../upstream/call.ts'

/**
 * What a domain adds to the context. A domain augments this interface with what its resolvers use, and the app passes
 * the values in, so this layer imports no domain.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an extension point
export interface DomainContext {}

/** The context of every resolver. */
export interface GraphqlContext extends DomainContext {
  principal: Principal
  requestId: string
  log: Logger
  /** Calls the platform in the name of the principal. */
  call: Call
  /** What the platform of the account can do. Never throws. */
  capabilities: () => Promise<Capabilities | null>
  /** The same for a page. Throws AppError UNAVAILABLE while the platform has never answered. */
  toldCapabilities: () => Promise<Capabilities | null>
  /** The console's own origin, as browsers see it. */
  origin: string
  config: ContextConfig
}

type ContextConfig = Pick<GatewayConfig, 'SSO_LOGOUT_URL' | 'PLATFORM_URL' | 'DEPLOYABLE_WORKERS'>

export interface ContextDeps extends CallDeps {
  domains: DomainContext
  config: ContextConfig
}

/** Makes the context of one request. A call that ends the session also ends it here and closes its sockets. */
export function createContext(
  deps: ContextDeps,
  request: { principal: Principal; requestId: string; trace: Trace; log: Logger; origin: string },
): GraphqlContext {
  const { trace, ...known } = request
  const { principal } = request
  const call = readingOnce(callAs(principal, deps, trace))
  const capabilities = () => deps.capabilities.of(callerOf(principal), trace)
  const toldCapabilities = () => deps.capabilities.told(callerOf(principal), trace)
  return { ...deps.domains, ...known, config: deps.config, call, capabilities, toldCapabilities }
}

/** Shares the answer of equal reads within one request until a call changes something. */
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
