import fp from 'fastify-plugin'
import type { AppCalls } from '../auth/app-confinement.ts'

/**
 * Who may call a route: anyone; anybody signed in; somebody signed in for an account of theirs, named by the
 * `account-id` header; a worker with a token for its task (`workerCalls`); a worker that signs each call with its
 * access key, which the route itself checks.
 */
export type Access = 'public' | 'user' | 'account' | 'worker' | 'signed'

export interface RouteEntry {
  method: string
  /** The pattern, as `/api/apps/:id`. */
  url: string
  access: Access
  /** What programs with a token of an app may do with it; undefined: nothing. */
  appCalls: AppCalls | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    platformAccess?: Access
  }
  interface FastifyInstance {
    /** Every route in order of registration; filled once the app is ready. */
    platformRoutes: RouteEntry[]
  }
}

/** Collects the routes. One that does not declare its access stops the start: nothing is open by oversight. */
export const routeTable = fp(
  async (app) => {
    app.decorate('platformRoutes', [])
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.platformAccess)
        throw new Error(`Route ${String(method)} ${url} does not declare its access`)
      const { platformAccess: access, appCalls } = config
      if (appCalls && access !== 'account')
        throw new Error(`Route ${String(method)} ${url} is not about an account, so no app can call it`)
      for (const one of [method].flat()) app.platformRoutes.push({ method: one, url, access, appCalls })
    })
  },
  { name: 'route-table', fastify: '5.x' },
)
