import { sql } from 'kysely'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { HOURS_KEPT_MS } from './hours.ts'
import { tellItems, type AttentionTrx, type Subject } from './items.ts'

const DAY_MS = 86_400_000
const STEP_ROWS = 5000

/** Closed items are kept until midnight (UTC) and a day longer, so that one that opens again is recognised. */
const closedBefore = (now: number) => new Date(Math.floor(now / DAY_MS) * DAY_MS - DAY_MS)

/** Ends the mutes whose moment has come; those of failures end with their groups. */
export async function endItemMutes(trx: AttentionTrx, now: number): Promise<readonly LiveMessage[]> {
  const { rows } = await sql<Subject>`
    update attention_items set muted_until = null where muted_until <= ${new Date(now)}
    returning account_id as "accountId", kind, key`.execute(trx)
  return tellItems(trx, rows, now)
}

/** Removes what is older than it is kept. */
export async function purgeAttention(trx: AttentionTrx, now: number): Promise<[]> {
  await sql`
    delete from attention_items where id = any(array(
      select id from attention_items where closed < ${closedBefore(now)} limit ${STEP_ROWS}))`.execute(trx)
  await sql`
    delete from attention_hours where ctid = any(array(
      select ctid from attention_hours where hour < ${new Date(now - HOURS_KEPT_MS)} limit ${STEP_ROWS}))`.execute(
    trx,
  )
  return []
}
