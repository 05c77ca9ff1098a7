import { sql, type Kysely } from 'kysely'
import type { Attention, AttentionSince } from '#shared/domains/attention/contract.ts'
import type { AppStats } from '#shared/domains/workqueues/stats-contract.ts'
import { hourOf, type Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readCounted } from '#server/platform/db/totals.ts'
import { readFigures, type FigureScope } from './figures.ts'

/** The runs of the apps of an account, or of one of them: now, and those that ended in the last hours. */
export type ReadAppStats = (
  accountId: string,
  query: { appId?: string | undefined; hours: number },
) => Promise<AppStats[]>

const HOURS = 24
const DAY_MS = 86_400_000
/** What happened longer ago is not told. */
const MOST_AWAY_MS = 7 * DAY_MS

interface Parts {
  db: Kysely<Database>
  readAppStats: ReadAppStats
  clock: Pick<Clock, 'now'>
}

/** The figures, and the runs of the last 24 hours of each app. */
export async function readFiguresOf(
  { db, readAppStats, clock }: Parts,
  scope: FigureScope,
): Promise<Pick<Attention, 'figures' | 'apps'>> {
  const { accountId, appId } = scope
  const [stats, names] = await Promise.all([
    readAppStats(accountId, { appId, hours: HOURS }),
    namesOf(db, accountId),
  ])
  const figures = await readFigures(db, scope, stats, clock.now())
  return {
    figures,
    apps: stats.map(({ hours: _, ...app }) => ({ ...app, name: names.get(app.appId) ?? '' })),
  }
}

async function namesOf(db: Kysely<Database>, accountId: string): Promise<Map<string, string>> {
  const apps = await db
    .selectFrom('apps')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(apps.map(({ id, name }) => [id, name]))
}

/** What happened since a moment; of the last seven days. */
export async function readAway(
  db: Kysely<Database>,
  { accountId, appId }: FigureScope,
  since: string,
  now: number,
): Promise<AttentionSince> {
  // A whole hour, so that the counts of an absence that is longer can be cached.
  const earliest = hourOf(now - MOST_AWAY_MS)
  const from = new Date(Math.max(Date.parse(since), earliest))
  const ofApp = (column: ReturnType<typeof sql>) => (appId === undefined ? sql`true` : column)
  const [[runs], { rows: items }] = await Promise.all([
    readCounted(
      db,
      sql<{ failed: number; completed: number; count: number }>`
        select count(*) filter (where status = 'failed')::int as failed,
          count(*) filter (where status = 'completed')::int as completed, count(*)::int as count
        from workqueues where account_id = ${accountId} and ended > ${from} and ${ofApp(sql`app_id = ${appId}`)}`.compile(
        db,
      ),
    ),
    sql<Pick<AttentionSince, 'opened' | 'closed'>>`
      select count(*) filter (where opened > ${from})::int as opened, count(*) filter (where closed > ${from})::int as closed
      from attention_items where account_id = ${accountId} and ${ofApp(sql`${appId} = any(app_ids)`)}`.execute(
      db,
    ),
  ])
  const { failed = 0, completed = 0 } = runs ?? {}
  const { opened = 0, closed = 0 } = items[0] ?? {}
  return { since: from.toISOString(), failed, completed, opened, closed }
}
