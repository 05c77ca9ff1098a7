import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Upstream } from '../upstream/client.ts'

/** Calls after which somebody may read less: of memberships, collaborators and members of teams. */
const paths =
  /^(?:accounts\/([^/]+)\/memberships|apps\/[^/]+\/collaborators|teams\/[^/]+\/members)\/[^/]+\/?$/i

/** Changes of who may read what, as far as they pass this gateway. */
export interface RightsChanges {
  /** Calls back with the account concerned; null when that is not known. */
  onChange(listener: (accountId: string | null) => void): void
  /** The same client; what it changes is told. */
  noting(upstream: Upstream): Upstream
  /** A call has succeeded, by its path below `/api/`, in the name of an account. */
  done(method: string, path: string, accountId: string | null): void
}

export function createRightsChanges(): RightsChanges {
  const listeners = new Set<(accountId: string | null) => void>()
  const changes: RightsChanges = {
    onChange: (listener) => void listeners.add(listener),
    noting: (upstream) => ({
      ...upstream,
      async request<T>(...[caller, call]: Parameters<Upstream['request']>): Promise<T> {
        const answer = await upstream.request<T>(caller, call)
        changes.done(call.method, call.path, caller?.accountId ?? null)
        return answer
      },
    }),
    done(method, path, accountId) {
      const [found, named] = (method !== 'GET' && paths.exec(path)) || []
      if (found) for (const listener of listeners) listener(named ?? accountId)
    },
  }
  return changes
}

/** Tells of the changes that are passed on under `/api`. Registered before the proxy, whose answers it looks at. */
export const rightsChangesPlugin = fp(
  async (app: FastifyInstance, { changes }: { changes: RightsChanges }) => {
    app.addHook('onResponse', (request, reply, next) => {
      const path = request.raw.url?.split('?', 1)[0] ?? ''
      const passed = request.method !== 'GET' && path.startsWith('/api/') && reply.statusCode < 300
      // The platform's router decodes as well; what cannot be decoded was refused.
      if (passed)
        changes.done(
          request.method,
          decodeURIComponent(path.slice('/api/'.length)),
          request.principal?.account?._id ?? null,
        )
      next()
    })
  },
  { name: 'rights-changes' },
)
