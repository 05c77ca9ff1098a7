import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { REVEAL_HEADER, revealed } from '#shared/lib/reveal.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, authorOf } from '../auth/caller.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { entityOf, type OwnedTable } from '../db/ownership.ts'

/** Headers of a call that answers an entity with its secrets. */
export const revealHeaders = z.looseObject({ [REVEAL_HEADER]: revealed.optional() })

/** Notes who had which secret of an entity shown, when the call says that it is for somebody's eyes. */
export async function recordReveal(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  request: FastifyRequest,
  table: OwnedTable,
  entityId: string,
): Promise<void> {
  const detail = revealed.optional().parse(request.headers[REVEAL_HEADER])
  if (detail === undefined) return
  const { accountId } = accountCallerOf(request)
  const record = { action: 'reveal', entity: entityOf(table), entityId, detail }
  await recordAudit(db, accountId, authorOf(request, clock), record)
}
