import { sql } from 'kysely'
import type { Trx } from './apply.ts'
import type { Changes } from './changes.ts'

/** Ends mutes whose moment has come. */
export async function endMutes(trx: Trx, changes: Changes, now: Date): Promise<void> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    update failure_groups set muted_until = null where muted_until <= ${now}
    returning account_id, id`.execute(trx)
  for (const { account_id, id } of rows) changes.note(account_id, id, 'unmuted')
}
