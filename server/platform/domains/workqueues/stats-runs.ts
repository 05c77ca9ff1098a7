import { sql, type Kysely } from 'kysely'
import { cancelledReason } from '#shared/domains/tasks/rules.ts'
import { MAX_RAN_PLANS } from '#shared/domains/workqueues/stats-contract.ts'
import {
  gridLetters,
  stripLetters,
  workqueueStatuses,
  type WorkqueueStatus,
} from '#shared/domains/workqueues/statuses.ts'
import type { Database } from '#server/platform/db/database.ts'
import { GIVEN_BACK } from '#server/platform/engine/history/past-attempt.ts'
import { newest, type Listed, type Scope } from './stats-scope.ts'

/** Runs that say how many of a plan usually complete. */
const RUNS_OF_OUTCOME = 500

/** A run with its tasks in the order of its definition: their names, the letters of their marks, and what they ran. */
export interface StatsRun {
  id: string
  status: WorkqueueStatus
  created: Date
  started: Date | null
  tags: string[]
  activeMs: number
  activeSince: Date | null
  names: string[]
  marks: string
  ran: (number | null)[]
  /** Name of each queued task -> its alias. */
  queuedOn: Record<string, string>
}

const letterOf = (name: string, letter: string) => sql`when task.status = ${name} then ${letter}`

/**
 * How many earlier attempts of a task have not failed: they ended well, as those of a task that ran again with its run, or they
 * do not count, as in `readTimes`.
 */
const notFailed = sql`(select count(*) from task_attempts past where past.task_id = task.id
  and (past.status = 'ended' or past.status = 'skipped' and past.reason is not null or past.reason = ${GIVEN_BACK}))`

/** The letter of the mark of a task, as `markOfTask` says it. */
const mark = sql`case
  when task.status = 'ended' and attempt > 1 and attempt - 1 > ${notFailed} then ${gridLetters.retried}
  when task.status = 'skipped' and (reason = ${cancelledReason(null)} or starts_with(reason, ${cancelledReason('')}))
    then ${gridLetters.cancelled}
  ${sql.join(
    Object.entries(stripLetters).map(([name, letter]) => letterOf(name, letter)),
    sql` `,
  )} end`

/** The listed runs, newest first. */
export async function readRuns(db: Kysely<Database>, scope: Scope, listed: Listed): Promise<StatsRun[]> {
  const { rows } = await sql<StatsRun>`
    with ${newest(scope, listed)}
    select id, status, created, started, tags, active_ms as "activeMs", active_since as "activeSince",
      coalesce(names, '[]') as names, coalesce(marks, '') as marks, coalesce(ran, '[]') as ran,
      coalesce(queued_on, '{}') as "queuedOn"
    from latest, lateral (
      select json_agg(name order by position) as names, string_agg(${mark}, '' order by position) as marks,
        json_agg(case when task.status = 'failed' or task.status = 'ended' and reason is null
          then round(extract(epoch from task.ended - task.started) * 1000) end order by position) as ran,
        json_object_agg(name, alias) filter (where task.status = 'queued') as queued_on
      from tasks task where workqueue_id = latest.id
    ) tasks
    order by place`.execute(db)
  return rows
}

/** How many of the last runs that completed or failed have completed, without the `count` newest of all. */
export async function readOutcome(
  db: Kysely<Database>,
  scope: Scope,
  count: number,
): Promise<{ completed: number; finished: number }> {
  const { rows } = await sql<{ completed: number; finished: number }>`
    with scope as materialized (${scope.rows}),
    run as (
      select found.status, row_number() over (order by created desc, id desc) as place
      from scope, unnest(${[...workqueueStatuses]}::text[]) as each (status), lateral (
        select id, status, created from workqueues
        where plan_id = scope.plan_id and app_id = scope.app_id and status = each.status
        order by created desc, id desc
        limit ${RUNS_OF_OUTCOME + count}
      ) found
    )
    select count(*) filter (where status = 'completed')::int as completed, count(*)::int as finished from run
    where place > ${count} and place <= ${RUNS_OF_OUTCOME + count} and status in ('completed', 'failed')`.execute(
    db,
  )
  return rows[0] ?? { completed: 0, finished: 0 }
}

/** A run as `lastGood` names it. */
interface LastGoodRow {
  id: string
  started: Date | null
}

/** The newest completed run; with a run, the newest one that was created before it. */
export async function readLastGood(
  db: Kysely<Database>,
  scope: Scope,
  before: { id: string; created: Date } | null,
): Promise<LastGoodRow | null> {
  const earlier = before ? sql`(created, id) < (${before.created}, ${before.id})` : sql`true`
  const { rows } = await sql<LastGoodRow>`
    with scope as materialized (${scope.rows})
    select found.id, found.started from scope, lateral (
      select id, started, created from workqueues
      where plan_id = scope.plan_id and app_id = scope.app_id and status = 'completed' and ${earlier}
      order by created desc, id desc
      limit 1
    ) found
    order by found.created desc, found.id desc
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** The tasks of a run as the grid of its plan shows them, in the order of its definition. */
export interface LaidTask {
  id: string
  name: string
  type: string
  alias: string
  depends: readonly string[]
}

/** The tasks of a run, and which of them run only when it fails. */
export async function readLayout(
  db: Kysely<Database>,
  id: string,
): Promise<{ tasks: readonly LaidTask[]; errorTasks: readonly string[] }> {
  const [tasks, run] = await Promise.all([
    db
      .selectFrom('tasks')
      .select(['id', 'name', 'type', 'alias', 'depends'])
      .where('workqueue_id', '=', id)
      .orderBy('position')
      .execute(),
    db.selectFrom('workqueues').select('error_tasks').where('id', '=', id).executeTakeFirst(),
  ])
  return { tasks, errorTasks: run?.error_tasks ?? [] }
}

/** A plan with when its newest run, and the newest one that failed, were created. */
interface RanPlanRow {
  id: string
  name: string
  lastRun: Date
  lastFailed: Date | null
}

/** The plans of the account that have run, in an app or in any, the one that ran last first. */
export async function readPlansThatRan(
  db: Kysely<Database>,
  accountId: string,
  appId: string | undefined,
): Promise<RanPlanRow[]> {
  const { rows } = await sql<RanPlanRow>`
    select plans.id, plans.name, last.created as "lastRun", last.failed as "lastFailed"
    from plans, lateral (
      select max(newest.created) as created, max(newest.created) filter (where each.status = 'failed') as failed
      from apps, unnest(${[...workqueueStatuses]}::text[]) as each (status), lateral (
        select created from workqueues
        where plan_id = plans.id and app_id = apps.id and status = each.status
        order by created desc, id desc
        limit 1
      ) newest
      where apps.account_id = ${accountId} and ${appId === undefined ? sql`true` : sql`apps.id = ${appId}`}
    ) last
    where plans.account_id = ${accountId} and last.created is not null
    order by last.created desc, plans.id
    limit ${MAX_RAN_PLANS}`.execute(db)
  return rows
}
