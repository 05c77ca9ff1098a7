import { sql, type Kysely } from 'kysely'
import { MOST_FAILING } from '#shared/domains/clusters/defaults.ts'
import {
  LISTED_FAILURES,
  type DeploymentWork,
  type FailedOfAlias,
} from '#shared/domains/clusters/history-contract.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'

type FailedRow = Omit<FailedOfAlias, 'at' | 'tasks'> & { at: Date }

/** The tasks of the alias of a deployment that wait, run or fail now; throws NOT_FOUND. */
export async function readDeploymentWork(
  db: Kysely<Database>,
  accountId: string,
  deploymentId: string,
): Promise<DeploymentWork> {
  const queue = await db
    .selectFrom('deployments')
    .innerJoin('workers', 'workers.id', 'deployments.worker_id')
    .select(['workers.type', 'deployments.alias'])
    .where('deployments.account_id', '=', accountId)
    .where('deployments.id', '=', deploymentId)
    .executeTakeFirst()
  if (!queue) throw notFound('deployments')
  const [counts, failed] = await Promise.all([
    countWaiting(db, accountId, queue),
    readFailed(db, accountId, queue),
  ])
  const count = (resting: string) => counts.get(resting) ?? 0
  return {
    queued: count('queued'),
    started: count('started'),
    retry: count('retry'),
    ...failed,
  }
}

interface Queue {
  type: string
  alias: string
}

async function countWaiting(
  db: Kysely<Database>,
  accountId: string,
  { type, alias }: Queue,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ resting: string; count: number }>`
    select resting, count(*)::int as count from tasks
    where account_id = ${accountId} and type = ${type} and alias = ${alias} and resting in ('queued', 'started', 'retry')
    group by resting`.execute(db)
  return new Map(rows.map(({ resting, count }) => [resting, count]))
}

/**
 * Tasks that have failed on the alias and were not done since, by cause, the newest first: also those that a later run has
 * passed, which a restart of the cause takes up too.
 */
async function readFailed(
  db: Kysely<Database>,
  accountId: string,
  { type, alias }: Queue,
): Promise<Pick<DeploymentWork, 'failing' | 'failures'>> {
  const { rows } = await sql<FailedRow>`
    select t.task_id as _id, t.task_name as name, tasks.status, t.app_id as "appId",
      t.workqueue_id as "workqueueId", runs.name as "workqueueName", t.group_id as "failureId", g.title, t.at, t.reason, t.version,
      t.host_name as "hostName"
    from failure_groups g
      join failure_tasks t on t.group_id = g.id and t.alias = ${alias}
      join tasks on tasks.id = t.task_id and tasks.status in ('failed', 'retry') and tasks.alias = ${alias}
      join workqueues runs on runs.id = t.workqueue_id
    where g.account_id = ${accountId} and g.type = ${type} and g.state <> 'closed'
    order by t.at desc, t.task_id
    limit ${MOST_FAILING}`.execute(db)
  const seen = new Set<string>()
  const newest = rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id))
  return {
    failing: newest.length,
    failures: byCause(newest).slice(0, LISTED_FAILURES),
  }
}

/** The newest task of each cause, and how many there are of it; the rows are in the order of their times. */
function byCause(rows: readonly FailedRow[]): FailedOfAlias[] {
  const causes = new Map<string, FailedOfAlias>()
  for (const row of rows) {
    const cause = causes.get(row.failureId)
    if (cause) cause.tasks++
    else causes.set(row.failureId, { ...row, at: row.at.toISOString(), tasks: 1 })
  }
  return [...causes.values()]
}
