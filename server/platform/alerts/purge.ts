import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'

const DAY_MS = 86_400_000
const STEP_ROWS = 5000
/** How long each is kept: what a preview reads, the list of deliveries, and when a group was sent last. */
const kept = [
  { table: 'alert_openings', column: 'at', ms: 8 * DAY_MS },
  { table: 'alert_deliveries', column: 'created', ms: 30 * DAY_MS },
  { table: 'alert_groups', column: 'sent', ms: DAY_MS },
] as const

/** Removes what is older than it is kept. */
export async function purgeAlerts(db: Kysely<Database>, now: number): Promise<void> {
  for (const { table, column, ms } of kept)
    await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${new Date(now - ms)} limit ${STEP_ROWS}))`.execute(
      db,
    )
}
