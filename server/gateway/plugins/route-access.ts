import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'
import { isOpenCall } from '../session/open-calls.ts'
import { sessionEnded } from '../session/principal.ts'
import { originAllowed } from '../session/origin.ts'

/**
 * Who may call a route:
 * - `public`: everyone
 * - `session`: a signed-in user
 * - `session-or-caller`: a signed-in user, or, without a session cookie, a caller with its own
 * `Authorization`; for some calls (`isOpenCall`) everyone
 * - `signed`: a caller that signs each request; the platform checks the signature, and the session is ignored
 */
export type RouteAccess = 'public' | 'session' | 'session-or-caller' | 'signed'

export interface RouteEntry {
  method: string
  url: string
  access: RouteAccess
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
  }
  interface FastifyInstance {
    /** Every route with its access; complete once the app is ready. */
    routeTable: RouteEntry[]
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Checks that every route declares its access, and enforces it together with the protection against forged requests.
 */
export const routeAccessPlugin = fp(
  (app: FastifyInstance, { config }: { config: GatewayConfig }, done: () => void) => {
    app.decorate('routeTable', [])

    app.addHook('onRoute', (route) => {
      const access = route.config?.access
      if (!access) throw new Error(`The route ${String(route.method)} ${route.url} declares no access`)
      for (const method of [route.method].flat()) app.routeTable.push({ method, url: route.url, access })
    })

    app.addHook('onRequest', (request, _reply, next) => {
      const access = request.routeOptions.config.access
      if (access === undefined) return next()
      if (needsProof(request, access) && !hasProof(request, config)) return next(new AppError('CSRF'))
      next(refusedBy(request, access))
    })
    done()
  },
  { name: 'route-access', dependencies: ['session'] },
)

/**
 * Requests without a session cookie, and signed ones, need no proof: no foreign page can make a browser send their
 * credentials.
 */
function needsProof(request: FastifyRequest, access: RouteAccess): boolean {
  if (safeMethods.has(request.method) || access === 'signed') return false
  return access !== 'session-or-caller' || request.sessionCookieSent
}

function hasProof(request: FastifyRequest, config: GatewayConfig): boolean {
  if (request.headers['x-csrf'] !== '1') return false
  return request.headers.origin === undefined || originAllowed(request, config)
}

function refusedBy(request: FastifyRequest, access: RouteAccess): AppError | undefined {
  if (access === 'public' || access === 'signed' || request.principal) return undefined
  if (access === 'session-or-caller' && isOpenCall(request.method, sentPath(request))) return undefined
  // No fallback to the caller's own header: an ended session must not change in whose name a request runs.
  if (request.sessionEnd?.code === 'UNAUTHENTICATED')
    return new AppError('UNAUTHENTICATED', request.sessionEnd.sentence)
  if (request.sessionCookieSent) return sessionEnded(request.sessionEnd?.redirectTo ?? null)
  if (access === 'session-or-caller' && request.headers.authorization) return undefined
  return new AppError('UNAUTHENTICATED')
}

/** As sent: a spelling that only a decoder would recognise is not open. */
function sentPath({ raw: { url = '' } }: FastifyRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
