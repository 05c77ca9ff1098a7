import { expressionBuilder, sql, type Kysely, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { AlertDeliveries, AlertDelivery, alertDeliveryFilters } from '#shared/domains/alerts/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, orderOf, readPage, type PageRequest } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import type { AlertDeliveryTable } from '#server/platform/db/tables/alerts.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { alertFaults } from '#shared/domains/alerts/messages.ts'
import type { Clock } from '#server/lib/clock.ts'

type DeliveryFilters = z.output<typeof alertDeliveryFilters>
type DeliveryRow = Selectable<AlertDeliveryTable> & { rule_name: string }

const DAY_MS = 86_400_000

export interface DeliveryStoreOptions {
  db: Kysely<Database>
  clock: Clock
  /** A delivery is due at once. */
  soon(): void
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The messages of an account to each address, and what became of them. */
export function createDeliveryStore({ db, clock, soon }: DeliveryStoreOptions) {
  const rows = (on: Kysely<Database>) =>
    on
      .selectFrom('alert_deliveries')
      .innerJoin('alert_rules', 'alert_rules.id', 'alert_deliveries.rule_id')
      .selectAll('alert_deliveries')
      .select('alert_rules.name as rule_name')
  const matching = (accountId: string, { ruleId, state }: DeliveryFilters) => {
    const eb = expressionBuilder<Database, 'alert_deliveries'>()
    return allOf([
      eb('alert_deliveries.account_id', '=', accountId),
      ruleId !== undefined && eb('alert_deliveries.rule_id', '=', ruleId),
      state !== undefined && eb('alert_deliveries.state', '=', state),
    ])
  }

  async function dayOf(accountId: string): Promise<AlertDeliveries['day']> {
    const { rows: counted } = await sql<AlertDeliveries['day']>`
      select count(*) filter (where state = 'sent')::int as sent,
        count(*) filter (where state = 'retrying')::int as retrying,
        count(*) filter (where state = 'gaveUp')::int as "gaveUp"
      from alert_deliveries
      where account_id = ${accountId} and created > ${new Date(clock.now() - DAY_MS)}`.execute(db)
    return counted[0]!
  }

  return {
    /** NOT_FOUND for a rule that the account does not have. */
    async list(
      accountId: string,
      filters: DeliveryFilters,
      page: PageRequest<'created'>,
    ): Promise<AlertDeliveries> {
      await requireOwn(db, accountId, 'alert_rules', filters.ruleId)
      const query = rows(db).where(matching(accountId, filters))
      const column = (name: string) => `alert_deliveries.${name}`
      const { data, total } = await readPage(db, query, orderOf(page.sort, { column }), page)
      return { data: data.map(wireDelivery), total, day: await dayOf(accountId) }
    },

    /** Tries a delivery at once, also one that was given up. CONFLICT for one that has arrived. */
    async retry(accountId: string, author: Author, id: string): Promise<AlertDelivery> {
      const row = await db.transaction().execute(async (trx) => {
        const found = await rows(trx)
          .where('alert_deliveries.account_id', '=', accountId)
          .where('alert_deliveries.id', '=', id)
          .forUpdate('alert_deliveries')
          .executeTakeFirst()
        if (!found) throw new AppError('NOT_FOUND', 'Delivery not found')
        if (found.state === 'sent') throw new AppError('CONFLICT', alertFaults.arrived)
        const next = { state: 'retrying' as const, next_try: author.at, ended: null }
        await trx.updateTable('alert_deliveries').set(next).where('id', '=', id).execute()
        await recordAudit(trx, accountId, author, {
          action: 'retry',
          entity: 'alert',
          entityId: found.rule_id,
        })
        return { ...found, ...next }
      })
      soon()
      return wireDelivery(row)
    },
  }
}

const wireDelivery = wireForm<AlertDelivery>()((row: DeliveryRow) => ({
  _id: row.id,
  targetId: row.target_id,
  kind: row.kind,
  to: row.address,
  status: row.status,
  ms: row.ms,
  error: row.error,
  rule: { _id: row.rule_id, name: row.rule_name },
  at: row.created.toISOString(),
  sentence: row.sentence,
  state: row.state,
  tries: row.tries,
  nextTry: row.next_try?.toISOString() ?? null,
  ended: row.ended?.toISOString() ?? null,
}))
