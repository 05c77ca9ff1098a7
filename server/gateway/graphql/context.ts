import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Principal } from '../session/principal.ts'
import type { EndedSessions } from '../session/sessions.ts'
import type { Upstream, UpstreamCall } from '../upstream/client.ts'

/** Asks the platform in the name of the caller. Throws the AppErrors of the upstream client. */
export type Call = <T>(call: Omit<UpstreamCall, 'requestId'>) => Promise<T>

/** What every resolver gets. */
export interface GraphqlContext {
  principal: Principal
  requestId: string
  log: Logger
  call: Call
}

export interface ContextDeps {
  upstream: Upstream
  sessions: EndedSessions
}

/**
 * The context of one request. A call that the platform refuses for the session's sake (contract section 3)
 * ends that session here, so that its sockets close as well.
 */
export function createContext(
  deps: ContextDeps,
  request: { principal: Principal; requestId: string; log: Logger },
): GraphqlContext {
  const { principal, requestId, log } = request
  const credentials = { token: principal.token, accountId: principal.account?._id ?? null }
  const call: Call = async <T>(what: Omit<UpstreamCall, 'requestId'>) => {
    try {
      return await deps.upstream.request<T>(credentials, { ...what, requestId })
    } catch (error) {
      if (error instanceof AppError && error.code === 'SESSION_ENDED') deps.sessions.end(principal.sid)
      throw error
    }
  }
  return { principal, requestId, log, call }
}
