import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { parseSearch } from '#shared/domains/search/query.ts'
import { withoutPayloads } from '#shared/lib/payload-fields.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import type { ViewerScope } from '#shared/lib/viewers.ts'
import { AppError } from '#server/lib/errors.ts'
import { hidesPayloads } from '../auth/caller.ts'
import { withinApps } from '../db/row-scope.ts'

/**
 * Binds the calls of viewers: statements to their apps, answers to what they may read. Which calls they may make at all is
 * judged with the caller.
 */
export const viewerBounds = fp(
  async (app) => {
    app.addHook('preHandler', (request, _reply, done) => {
      const scope = scopeOf(request)
      if (hidesPayloads(request)) refuseStateSearch(request)
      if (scope && scope.apps.length > 0) withinApps(scope.apps, done)
      else done()
    })
    app.addHook('preSerialization', async (request, _reply, payload) => {
      const isHidden = hidesPayloads(request) && !isOfWorkers(request)
      return isHidden ? withoutPayloads(payload) : payload
    })
  },
  { name: 'viewer-bounds', fastify: '5.x', dependencies: ['caller-resolution'] },
)

/** What workers say that they take and give: no run is in it. */
const isOfWorkers = ({ routeOptions }: FastifyRequest) =>
  routeOptions.url?.startsWith('/api/workers') ?? false

/** A search for values of states would tell them: what is found has them. Throws BAD_REQUEST. */
function refuseStateSearch({ query, routeOptions }: FastifyRequest): void {
  const { search } = (query ?? {}) as { search?: unknown }
  // Tasks have no state to search for.
  if (typeof search !== 'string' || routeOptions.url?.startsWith('/api/tasks')) return
  const term = parseSearch(search).terms.find(({ kind }) => kind === 'state')
  if (term) throw new AppError('BAD_REQUEST', peopleMessages.stateHidden(term.text))
}

/** What the caller sees; null for one that is no viewer. */
const scopeOf = ({ caller }: FastifyRequest): ViewerScope | null =>
  caller?.kind === 'user' ? caller.sees : null
