import fp from 'fastify-plugin'
import type { Feature } from '#shared/lib/features.ts'

/**
 * Who may call a route.
 * - `public`: anyone
 * - `user`: a signed-in user
 * - `signed-in`: any caller with valid credentials: a user, a program with an app's token, a worker
 * - `account`: a signed-in user who is in the account of the `account-id` header
 * - `worker`: a worker with a token for its task (`workerCalls`)
 * - `workers`: a worker with a token for several of its tasks, which the body names (`leasesCallerOf`)
 * - `signed`: a worker that signs each call with its access key, which the route itself checks
 */
export type Access = 'public' | 'user' | 'signed-in' | 'account' | 'worker' | 'workers' | 'signed'

/**
 * How a route limits a program with an app's token to that app. A route without it refuses such calls.
 * - `filtered`: by the `appId` of its query, which is set to the app
 * - a table: `params.id` names a row of it, which must be the app's
 * - `shared`: it answers what all apps of the account share
 */
export type AppCalls = 'filtered' | 'shared' | ConfinedTable
export type ConfinedTable = 'apps' | 'workqueues' | 'tasks' | 'hooks'

export interface PlatformRoute {
  method: string
  /** The pattern, as `/api/apps/:id`. */
  url: string
  access: Access
  /** Undefined: programs with a token of an app may not call it. */
  appCalls: AppCalls | undefined
  /** Undefined: every member of the account may call it. */
  ownersOnly: string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    platformAccess?: Access
    appCalls?: AppCalls
    /** A route about one task that workers may call besides people, for the task of their lease. */
    workersToo?: true
    /** The body is a list whose entries the route judges alone, also as text that cannot be stored (`refuseHostile`). */
    entriesAlone?: true
    /** Only owners of the account may call it. The text is the refusal of a member: what only owners may do. */
    ownersOnly?: string
    /** The features that the route has: they are then among those of `GET capabilities`. */
    feature?: Feature | readonly Feature[]
  }
  interface FastifyInstance {
    /** Every route in order of registration; filled once the app is ready. */
    platformRoutes: PlatformRoute[]
    /** The features of all registered routes; filled once the app is ready. */
    platformFeatures: Set<Feature>
  }
}

/** Collects the routes. A route without a declared access stops the start, so that none is open by mistake. */
export const routeTable = fp(
  async (app) => {
    app.decorate('platformRoutes', [])
    app.decorate('platformFeatures', new Set<Feature>())
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.platformAccess)
        throw new Error(`Route ${String(method)} ${url} does not declare its access`)
      const { platformAccess: access, appCalls, feature, ownersOnly } = config
      for (const one of feature ? [feature].flat() : []) app.platformFeatures.add(one)
      if (appCalls && access !== 'account')
        throw new Error(`Route ${String(method)} ${url} is not about an account, so no app can call it`)
      for (const one of [method].flat())
        app.platformRoutes.push({ method: one, url, access, appCalls, ownersOnly })
    })
  },
  { name: 'route-table', fastify: '5.x' },
)
