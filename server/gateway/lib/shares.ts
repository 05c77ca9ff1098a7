import { AppError } from '#server/lib/errors.ts'
import type { GatewayLimits, SharedResource, ShareScope } from './limits.ts'

/**
 * The kinds of requests between which a resource is divided:
 * - `signIn`: `/session` and the platform's own calls without a session
 * - `console`: the gateway's own calls for a signed-in user
 * - `live`: its calls for live sockets, which no request waits for
 * - `api`: `/api` for a session, or for credentials that the platform has accepted
 * - `unknown`: `/api` and `/queue` with credentials that the platform has not accepted yet
 * - `queue`, `poll`: calls of workers; `poll` are those that wait for a task
 */
export type ShareKind = 'signIn' | 'console' | 'live' | 'api' | 'unknown' | 'queue' | 'poll'

/** The caller of one request, for shares. */
export interface ShareHolder {
  kind: ShareKind
  /** The user, the credentials of a program, or the access key of a worker. Without accepted credentials the address. */
  caller: string
  /** Address of the client; empty for calls that no client waits for, and for workers, which often share one. */
  address: string
}

/** The largest amount that one holder, one address, one kind and all together may have. */
export interface ShareBounds {
  total: number
  caller: number
  address: number
  kinds: Partial<Record<ShareKind, number>>
}

/**
 * How each resource is divided. The totals and the parts of a caller and an address are limits that operators may
 * change; the kinds get fixed parts of the total.
 */
export function shareBounds(limits: GatewayLimits) {
  const { upstreamConnections: connections, queueConnections, socketsWaiting } = limits
  const part = (total: number, of: number) => Math.max(1, Math.floor(total * of))
  return {
    /** Connections to the platform, of each pool except the queue's. */
    connections: {
      total: connections,
      caller: Math.min(limits.connectionsPerCaller, part(connections, 3 / 4)),
      address: Math.min(limits.connectionsPerAddress, part(connections, 7 / 8)),
      kinds: {
        signIn: part(connections, 1 / 4),
        unknown: part(connections, 3 / 4),
        live: part(connections, 3 / 4),
        console: part(connections, 7 / 8),
        api: part(connections, 7 / 8),
      },
    },
    /** Connections of workers, each of which normally waits for a task. */
    queueConnections: {
      total: queueConnections,
      caller: part(queueConnections, 1 / 2),
      address: queueConnections,
      kinds: { poll: part(queueConnections, 7 / 8), unknown: part(queueConnections, 1 / 8) },
    },
    /** Bytes of request bodies of callers that are authenticated. */
    bodies: {
      total: limits.heldBytes,
      caller: part(limits.heldBytes, 1 / 4),
      address: part(limits.heldBytes, 1 / 2),
      kinds: {},
    },
    /** The same for all others. */
    unknownBodies: {
      total: limits.unknownHeldBytes,
      caller: part(limits.unknownHeldBytes, 1 / 4),
      address: part(limits.unknownHeldBytes, 1 / 4),
      kinds: { signIn: part(limits.unknownHeldBytes, 1 / 2), unknown: part(limits.unknownHeldBytes, 3 / 4) },
    },
    /** Connections that have not sent a complete request yet. */
    sockets: {
      total: socketsWaiting,
      caller: socketsWaiting,
      address: part(socketsWaiting, 1 / 4),
      kinds: {},
    },
  } satisfies Record<SharedResource | 'queueConnections', ShareBounds>
}

/** Whether the caller of a request has proved who it is. */
export function isAuthenticated({ kind }: ShareHolder): boolean {
  return kind !== 'signIn' && kind !== 'unknown'
}

const excess: Record<SharedResource, string> = {
  connections: 'Too many calls at once',
  bodies: 'Too much data at once',
  unknownBodies: 'Too much data at once',
  sockets: 'Too many connections at once',
}

/** The refusal of a request beyond its share: 429 for the part of a caller or an address, else 503. */
export function beyondShare(resource: SharedResource, scope: ShareScope): AppError {
  if (scope === 'kind' || scope === 'total') return new AppError('OVERLOADED')
  const message = `${excess[resource]} from this ${scope}, try again in a second`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 1 })
}
