import type { Kysely } from 'kysely'
import type { AlertSecret } from '#shared/domains/alerts/contract.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newWebhookKey } from '#server/lib/standard-webhooks.ts'
import { replacedSecret } from '#server/platform/alerts/targets.ts'
import { alertSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'

export type RenewSecret = ReturnType<typeof createSecretRenewal>

/** Makes new secrets of webhooks, which are in clear only in the answer of the call that makes them. */
export function createSecretRenewal({ db, seal }: { db: Kysely<Database>; seal: Seal }) {
  /** NOT_FOUND for an unknown rule, BAD_REQUEST for a target that is not a webhook of it. */
  return (accountId: string, author: Author, ruleId: string, targetId: string): Promise<AlertSecret> =>
    db.transaction().execute(async (trx) => {
      await requireOwn(trx, accountId, 'alert_rules', ruleId)
      const row = await trx
        .selectFrom('alert_targets')
        .selectAll()
        .where('rule_id', '=', ruleId)
        .where('id', '=', targetId)
        .where('kind', '=', 'webhook')
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw faultOf('targetId', alertFaults.notWebhook)
      const secret = newWebhookKey()
      const replaced = replacedSecret(row, seal.seal(secret, alertSecretPlace(targetId)), author.at.getTime())
      await trx.updateTable('alert_targets').set(replaced).where('id', '=', targetId).execute()
      await recordAudit(trx, accountId, author, {
        action: 'renew-secret',
        entity: 'alert',
        entityId: ruleId,
        detail: new URL(row.address).host,
      })
      return { targetId, secret, oldSecretUntil: replaced.old_until!.toISOString() }
    })
}
