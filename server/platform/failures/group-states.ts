import { sql } from 'kysely'
import type { FailureTrx, Repaired } from './batch.ts'
import type { GroupChanges } from './changes.ts'

/** Closes the groups that have no open task any more. */
export async function closeRepaired(
  trx: FailureTrx,
  changes: GroupChanges,
  repaired: readonly Repaired[],
  now: Date,
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { group_id, generation } of repaired)
    counts.set(`${group_id} ${generation}`, (counts.get(`${group_id} ${generation}`) ?? 0) + 1)
  if (counts.size === 0) return
  const rows = [...counts].map(([key, count]) => {
    const [id, generation] = key.split(' ')
    return { id, generation: Number(generation), count }
  })
  const { rows: changed } = await sql<{ id: string; account_id: string; closed: boolean }>`
    update failure_groups g set open_tasks = g.open_tasks - c.count,
      state = case when g.open_tasks = c.count then 'closed' else g.state end,
      closed = case when g.open_tasks = c.count and g.state <> 'closed' then ${now} else g.closed end
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(id text, generation integer, count integer)
    where g.id = c.id and g.generation = c.generation
    returning g.id, g.account_id, g.state = 'closed' as closed`.execute(trx)
  for (const { id, account_id, closed } of changed)
    changes.note(account_id, id, closed ? 'closed' : 'changed')
}

/** Ends mutes whose moment has come. */
export async function endMutes(trx: FailureTrx, changes: GroupChanges, now: Date): Promise<void> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    update failure_groups set muted_until = null where muted_until <= ${now}
    returning account_id, id`.execute(trx)
  for (const { account_id, id } of rows) changes.note(account_id, id, 'unmuted')
}
