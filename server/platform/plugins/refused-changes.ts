import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import { authorOf } from '../auth/caller.ts'
import { recordAudit, type AuditRecord } from '../db/audit.ts'
import type { Database } from '../db/database.ts'

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', DELETE: 'delete' }
const refusals = [403, 409]

/** Records who tried a change of an account and was not allowed to, or came too late. What is not theirs is no change. */
export const refusedChanges = fp<{ db: Kysely<Database>; clock: Clock }>(
  async (app, { db, clock }) => {
    app.addHook('onResponse', async (request, reply) => {
      const verb = verbs[request.method]
      const accountId = request.caller?.accountId
      if (!verb || !accountId || !refusals.includes(reply.statusCode)) return
      if (request.routeOptions.config.platformAccess !== 'account') return
      await recordAudit(db, accountId, authorOf(request, clock), recordOf(request, verb))
    })
  },
  { name: 'refused-changes', fastify: '5.x', dependencies: ['caller-resolution'] },
)

/** `POST /api/workqueues/:id/end` -> `end` of `workqueue`; `PUT /api/plans/:id` -> `update` of `plan`. */
function recordOf(request: FastifyRequest, verb: string): AuditRecord {
  const [, , plural = '', ...rest] = (request.routeOptions.url ?? '').split('/')
  const { id } = (request.params ?? {}) as { id?: string }
  const words = rest.filter((step) => !step.startsWith(':'))
  return {
    action: words.length > 0 ? words.join('-') : verb,
    entity: plural.replace(/s$/, ''),
    entityId: id ?? null,
    result: 'refused',
  }
}
