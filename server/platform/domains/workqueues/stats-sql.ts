import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  EXPECTED_OF_RUNS,
  type PlanStats,
  type PlanTaskStats,
} from '#shared/domains/workqueues/stats-contract.ts'
import { workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import type { Database } from '#server/platform/db/database.ts'
import { GIVEN_BACK } from '#server/platform/engine/history/past-attempt.ts'

/** A plan in an app. */
export interface PlanOfApp {
  planId: string
  appId: string
}

/** Rows (key, plan_id, app_id): the runs that statistics with that key are about; and the number of keys. */
export interface Scope {
  rows: RawBuilder<unknown>
  keys: number
}

export const inApps = (accountId: string, planId: string, appId: string | undefined): Scope => ({
  rows: sql`
    select 1 as key, ${planId}::text as plan_id, id as app_id from apps
    where account_id = ${accountId} and ${appId === undefined ? sql`true` : sql`id = ${appId}`}`,
  keys: 1,
})

export const ofPlans = (accountId: string, plans: readonly PlanOfApp[]): Scope => ({
  rows: sql`
    select key::int, plan_id, apps.id as app_id
    from unnest(${plans.map(({ planId }) => planId)}::text[], ${plans.map(({ appId }) => appId)}::text[])
      with ordinality as named (plan_id, app_id, key)
      join apps on apps.id = named.app_id and apps.account_id = ${accountId}`,
  keys: plans.length,
})

/** Keeps a lateral query apart, so that it is executed once for each run; the planner may not join it to a whole table. */
const byIndex = sql`offset 0`

/** Milliseconds in which a task of the run was queued or ran, up to now. */
const activeMs = sql`active_ms + coalesce(extract(epoch from now() - active_since) * 1000, 0)::float8`

/**
 * The newest runs of each status (`run`), with their place among all (`place`) and among those of their status
 * (`of_status`): the first `count` and, of completed ones, at least those that an expectation needs.
 */
const newest = (scope: Scope, count: number) => sql`
  scope as materialized (${scope.rows}),
  run as materialized (
    select key, found.*,
      row_number() over (partition by key order by created desc, id desc)::int as place,
      row_number() over (partition by key, found.status order by created desc, id desc)::int as of_status
    from scope, unnest(${[...workqueueStatuses]}::text[]) as each (status), lateral (
      select id, status, created, started, ${activeMs} as active_ms from workqueues
      where plan_id = scope.plan_id and app_id = scope.app_id and status = each.status
      order by created desc, id desc
      limit ${Math.max(count, EXPECTED_OF_RUNS)}
    ) found
  ),
  latest as (select * from run where place <= ${count} order by place limit ${count * scope.keys})`

type StatsRun = Omit<PlanStats['runs'][number], '_id' | 'started'> & { id: string; started: Date | null }

export async function readRuns(db: Kysely<Database>, scope: Scope, count: number): Promise<StatsRun[]> {
  const { rows } = await sql<StatsRun>`
    with ${newest(scope, count)}
    select id, status, started, active_ms as "activeMs", coalesce((
      select json_object_agg(name, tasks.status order by position) from tasks where workqueue_id = latest.id
    ), '{}') as tasks
    from latest order by place`.execute(db)
  return rows
}

export interface TimesRow {
  key: number
  tasks: PlanTaskStats[]
  /** Completed runs that are known, and their median and 90th percentile. */
  completed: number
  usual: [number, number] | null
}

/**
 * The usual times of each key that has runs. An attempt that another one has followed had failed, unless it is stored
 * as ended; one that its worker gave back, and the latest one of a task that was skipped or is under way, have not
 * finished.
 */
export async function readTimes(db: Kysely<Database>, scope: Scope, count: number): Promise<TimesRow[]> {
  const { rows } = await sql<TimesRow>`
    with ${newest(scope, count)},
    measured as (
      select key, name, position,
        (task.status = 'ended')::int + past.ended as succeeded,
        greatest(attempt - (task.status in ('started', 'skipped'))::int, past.all, (task.status = 'failed')::int)
          - past.returned as finished,
        case when task.status = 'ended' then extract(epoch from task.ended - task.started) * 1000 end as ran,
        extract(epoch from task.started - queued) * 1000 as waited
      from latest as run,
        lateral (select * from tasks where workqueue_id = run.id ${byIndex}) task,
        lateral (
          select count(*) as all, count(*) filter (where task_attempts.status = 'ended') as ended,
            count(*) filter (where reason = ${GIVEN_BACK}) as returned
          from task_attempts where task_id = task.id
        ) past
    ),
    task_of as (
      select key, name, min(position) as position,
        sum(succeeded)::float8 / nullif(sum(finished), 0)::float8 as success,
        percentile_cont(array[0.5, 0.95]) within group (order by ran) as ran,
        percentile_cont(array[0.5, 0.95]) within group (order by waited) filter (where waited >= 0) as waited
      from measured group by key, name
    ),
    tasks_of as (
      select key, json_agg(json_build_object('name', name, 'successRate', success, 'medianMs', round(ran[1]),
        'p95Ms', round(ran[2]), 'waitMedianMs', round(waited[1]), 'waitP95Ms', round(waited[2])) order by position, name) as tasks
      from task_of group by key
    ),
    expected as (
      select key, count(*)::int as completed,
        percentile_cont(array[0.5, 0.9]) within group (order by active_ms) as usual
      from run where status = 'completed' and of_status <= ${EXPECTED_OF_RUNS}
      group by key
    )
    select key, coalesce(tasks, '[]') as tasks, coalesce(completed, 0) as completed, usual
    from tasks_of full join expected using (key)`.execute(db)
  return rows
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
