import type { FastifyRequest } from 'fastify'
import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'
import { networkOf } from '../lib/network.ts'
import type { ShareHolder } from '../lib/shares.ts'
import { pathOf } from '../upstream/path.ts'
import { isSignInCall } from './open-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when it is first needed; use `ShareHolders.of`. */
    shareHolder: ShareHolder | null
  }
}

/** Determines whose share a request uses. */
export interface ShareHolders {
  of(request: FastifyRequest): ShareHolder
  /** The platform has accepted the credentials of this request: its caller gets a share of its own from now on. */
  accepted(request: FastifyRequest): void
}

/** How long credentials count as accepted, and how many are kept. */
const acceptedMs = 10 * 60_000
const mostAccepted = 20_000

/** Calls that a platform answers without looking at credentials. */
const openReads = /^\/api\/(health|docs|capabilities|oidc)(\/|$)/i

/** Calls of workers, each with a token of its own. */
const reports = /^\/api\/tasks\/(reports|[^/]+\/report)\/?$/i

export function createShareHolders(clock: Clock): ShareHolders {
  /** When credentials were last accepted, oldest first. */
  const known = new BoundedMap<string, number>(mostAccepted)

  function isKnown(key: string): boolean {
    const at = known.get(key)
    return at !== undefined && clock.monotonic() - at < acceptedMs
  }

  function holderOf(request: FastifyRequest): ShareHolder {
    const address = networkOf(request.ip)
    const path = pathOf(request.raw.url ?? '')
    const isApi = path.startsWith('/api/')
    const { principal } = request
    const access = request.routeOptions.config?.access
    if (principal && access !== 'signed')
      return { kind: isApi ? 'api' : 'console', caller: principal.user._id, address }
    if (path.startsWith('/session') || isSignInCall(path) || path.startsWith('/api/oidc/'))
      return { kind: 'signIn', caller: address, address }
    const key = credentialsOf(request)
    if (key === undefined || !isKnown(key)) return { kind: 'unknown', caller: address, address }
    if (access !== 'signed') return { kind: 'api', caller: key, address }
    const waits = request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage'
    // Hundreds of workers may share one address, so that only the key of their alias counts.
    return waits
      ? { kind: 'poll', caller: `poll ${key}`, address: '' }
      : { kind: 'queue', caller: key, address: '' }
  }

  return {
    of: (request) => (request.shareHolder ??= holderOf(request)),

    accepted(request) {
      const key = openReads.test(pathOf(request.raw.url ?? '')) ? undefined : credentialsOf(request)
      if (key === undefined) return
      const now = clock.monotonic()
      // Not renewed with each call.
      if (now - (known.get(key) ?? -acceptedMs) < acceptedMs / 2) return
      known.set(key, now)
    },
  }
}

/** What identifies the caller in its own credentials, for as long as these are valid; undefined without any. */
function credentialsOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (!authorization) return undefined
  if (request.routeOptions.config?.access === 'signed')
    return /\bCredential=([\w-]{1,128})/.exec(authorization)?.[1]
  return (reports.test(pathOf(request.raw.url ?? '')) && keyIdOf(authorization)) || authorization
}

/** The key that signed a JSON web token: a worker's tokens differ, its key is the same. */
function keyIdOf(authorization: string): string | undefined {
  const [, head] = /^Bearer ([\w-]+)\.[\w-]+\.[\w-]+$/i.exec(authorization) ?? []
  if (head === undefined) return undefined
  try {
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid?: unknown }
    return typeof kid === 'string' ? kid.slice(0, 128) : undefined
  } catch {
    // Not a token of a worker; the platform judges it.
    return undefined
  }
}
