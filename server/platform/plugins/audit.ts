import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { REVEAL_HEADER, revealed } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { authorOf } from '../auth/caller.ts'
import { type AuditRecord, recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Action and entity in the audit where method and path do not give them; see `accountChange`. */
    audited?: { action: string; entity?: string }
  }
}

const verbs: Record<string, string> = { POST: 'create', PUT: 'update', DELETE: 'delete' }
const refusals = [403, 409]

/**
 * Config of a route that changes something of the account, with action and entity for the audit
 * (`AuditRecord`).
 */
export const accountChange = (action: string, entity?: string) =>
  ({ platformAccess: 'account', audited: { action, ...(entity ? { entity } : {}) } }) as const

/**
 * Records refused changes of an account (403, 409) with their author. A change of an entity that the account
 * does not have (404) is not recorded.
 */
export const refusedChanges = fp<{ db: Kysely<Database>; clock: Clock }>(
  async (app, { db, clock }) => {
    app.addHook('onResponse', async (request, reply) => {
      const verb = verbs[request.method]
      const accountId = request.caller?.accountId
      if (!verb || !accountId || !refusals.includes(reply.statusCode)) return
      const { platformAccess, audited } = request.routeOptions.config
      if (platformAccess !== 'account' && !audited) return
      await recordAudit(db, accountId, authorOf(request, clock), recordOf(request, verb))
    })
  },
  { name: 'refused-changes', fastify: '5.x', dependencies: ['caller-resolution'] },
)

/**
 * The record has the action and entity of the same change when it succeeds: `PUT /api/plans/:id` is `update`
 * of `plan`.
 */
function recordOf({ routeOptions, params }: FastifyRequest, verb: string): AuditRecord {
  const { audited } = routeOptions.config
  const plural = routeOptions.url?.split('/')[2] ?? ''
  const { id, memberId, userId } = (params ?? {}) as { id?: string; memberId?: string; userId?: string }
  return {
    action: audited?.action ?? (verb === 'update' && id === undefined ? 'update-many' : verb),
    entity: audited?.entity ?? plural.replace(/s$/, ''),
    entityId: memberId ?? userId ?? id ?? null,
    within: memberId === undefined ? null : (id ?? null),
    result: 'refused',
  }
}

/** Headers of a call that returns an entity with its secrets. */
export const revealHeaders = z.looseObject({ [REVEAL_HEADER]: revealed.optional() })
