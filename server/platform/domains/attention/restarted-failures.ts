import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { readCounted } from '#server/platform/db/totals.ts'

/**
 * The runs that failed since a moment and are not failed now, because a person has restarted them; by the hour in which they
 * failed last, in milliseconds since 1970. Counts of many may be some seconds old.
 */
export async function readRestartedFailures(
  db: Kysely<Database>,
  { accountId, appId }: { accountId: string; appId?: string | undefined },
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  const restarted = sql`account_id = ${accountId} and restarts > 0 and status <> 'failed'
    and ${appId === undefined ? sql`true` : sql`app_id = ${appId}`}`
  const rows = await readCounted(
    db,
    sql<{ hour: string; count: number }>`
      select hour, count(*)::int as count from (
        select floor(extract(epoch from max(a.ended)) / 3600) * 3600000 as hour
        from (
          select id from workqueues where ended >= ${since} and ${restarted}
          union all
          select id from workqueues where ended is null and ${restarted}
        ) as w
          join task_attempts a on a.workqueue_id = w.id and a.status = 'failed' and a.ended >= ${since}
          join tasks t on t.id = a.task_id and a.round < t.round
        -- A retry has followed upon the others.
        where not exists (
          select from task_attempts later
          where later.task_id = a.task_id and later.round = a.round and later.number > a.number)
        group by w.id
      ) as failed group by hour`.compile(db),
  )
  return new Map(rows.map(({ hour, count }) => [Number(hour), count]))
}
