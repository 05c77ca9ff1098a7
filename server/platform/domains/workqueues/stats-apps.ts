import { sql, type Kysely } from 'kysely'
import type { AppStats } from '#shared/domains/workqueues/stats-contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf } from '#server/platform/db/listing.ts'
import { readCounted } from '#server/platform/db/totals.ts'

const HOUR_MS = 3_600_000

/** Runs of an app that ended in one hour, by its number in the answer. */
interface Counted {
  app_id: string
  hour: number
  status: WorkqueueStatus
  count: number
}

/**
 * What the apps of an account, or one of them, run now, and what ended in the last hours; `now` in milliseconds. Where more
 * than 1,000 runs have ended, their counts may be some seconds old.
 */
export async function appStatsOf(
  db: Kysely<Database>,
  accountId: string,
  { appId, hours }: { appId?: string | undefined; hours: number },
  now: number,
): Promise<AppStats[]> {
  const from = (Math.floor(now / HOUR_MS) - hours + 1) * HOUR_MS
  const ofApp = appId === undefined ? sql`true` : sql`app_id = ${appId}`
  const [apps, { rows: running }, counted] = await Promise.all([
    readApps(db, accountId, appId),
    sql<Pick<Counted, 'app_id' | 'count'>>`
      select app_id, count(*)::int from workqueues
      where account_id = ${accountId} and ended is null and ${ofApp} group by app_id`.execute(db),
    readCounted(
      db,
      sql<Counted>`
        select app_id, status, floor(extract(epoch from ended - ${new Date(from)}::timestamptz) / 3600)::int as hour,
          count(*)::int from workqueues
        where account_id = ${accountId} and ended >= ${new Date(from)} and ${ofApp}
        group by app_id, status, hour`.compile(db),
    ),
  ])
  const runningIn = new Map(running.map(({ app_id, count }) => [app_id, count]))
  const byApp = new Map<string, Counted[]>(apps.map(({ id }) => [id, []]))
  for (const row of counted) byApp.get(row.app_id)?.push(row)
  return apps.map(({ id, oldest }) => {
    const ended = byApp.get(id) ?? []
    return {
      appId: id,
      running: runningIn.get(id) ?? 0,
      failed: countOf(ended, 'failed'),
      completed: countOf(ended, 'completed'),
      cancelled: countOf(ended, 'cancelled'),
      oldestQueued: oldest?.toISOString() ?? null,
      hours: hoursOf(ended, from, hours),
    }
  })
}

/** The apps by name, with the moment since which a task of them waits for a worker. */
function readApps(db: Kysely<Database>, accountId: string, appId: string | undefined) {
  return db
    .selectFrom('apps')
    .select((eb) => [
      'id',
      eb
        .selectFrom('tasks')
        .select(sql<Date | null>`min(waiting_since)`.as('oldest'))
        .where('account_id', '=', accountId)
        .whereRef('app_id', '=', 'apps.id')
        .where(sql<boolean>`resting = 'queued'`)
        .as('oldest'),
    ])
    .where('account_id', '=', accountId)
    .where((eb) => allOf([appId !== undefined && eb('id', '=', appId)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

const countOf = (rows: readonly Counted[], status: WorkqueueStatus) =>
  rows.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0)

function hoursOf(ended: readonly Counted[], from: number, hours: number): AppStats['hours'] {
  return Array.from({ length: hours }, (_, hour) => {
    const rows = ended.filter((row) => row.hour === hour)
    const at = new Date(from + hour * HOUR_MS).toISOString()
    return { at, failed: countOf(rows, 'failed'), completed: countOf(rows, 'completed') }
  })
}
