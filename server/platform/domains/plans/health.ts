import { sql, type Kysely } from 'kysely'
import type { PlanHealth } from '#shared/domains/plans/contract.ts'
import { EXPECTED_FROM_RUNS, EXPECTED_OF_RUNS } from '#shared/domains/workqueues/stats-contract.ts'
import { workqueueStatuses, type WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import type { Database } from '#server/platform/db/database.ts'

interface HealthRow {
  id: string
  runs:
    | { _id: string; appId: string; status: WorkqueueStatus; created: string; ended: string | null }[]
    | null
  completed: number
  usual: [number, number] | null
  next: Date | null
}

export type PlanHealthStore = ReturnType<typeof createPlanHealthStore>

/** How the runs of plans went. Runs are read by the index of 0017-stats.sql. */
export function createPlanHealthStore(db: Kysely<Database>) {
  return {
    /** The plans of the account that are named, in that order, by one statement with a fixed number of runs of each. */
    async health(accountId: string, ids: readonly string[], runs: number): Promise<PlanHealth[]> {
      const { rows } = await sql<HealthRow>`
        select plans.id, latest.runs, expected.completed, expected.usual, planned.next
        from unnest(${[...new Set(ids)]}::text[]) with ordinality as named (id, place)
          join plans on plans.id = named.id and plans.account_id = ${accountId},
        lateral (
          select json_agg(json_build_object('_id', id, 'appId', app_id, 'status', status,
            'created', created, 'ended', ended) order by created desc, id desc) as runs
          from (${newestRuns(accountId, workqueueStatuses, runs)}) run
        ) latest,
        lateral (
          select count(*)::int as completed,
            percentile_cont(array[0.5, 0.9]) within group (order by active_ms) as usual
          from (${newestRuns(accountId, ['completed'], EXPECTED_OF_RUNS)}) run
        ) expected,
        lateral (
          select min(next_at) as next from schedules join apps on apps.id = schedules.app_id
          where schedules.plan_id = plans.id and apps.account_id = ${accountId} and paused_at is null
        ) planned
        order by place`.execute(db)
      return rows.map(wireHealth)
    },
  }
}

/** The newest runs of `plans.id` in the apps of the account. */
const newestRuns = (accountId: string, statuses: readonly WorkqueueStatus[], count: number) => sql`
  select found.* from apps, unnest(${[...statuses]}::text[]) as each (status), lateral (
    select id, app_id, status, created, ended, active_ms from workqueues
    where plan_id = plans.id and app_id = apps.id and status = each.status
    order by created desc, id desc
    limit ${count}
  ) found
  where apps.account_id = ${accountId}
  order by created desc, id desc
  limit ${count}`

function wireHealth({ id, runs, completed, usual, next }: HealthRow): PlanHealth {
  const [medianMs, p90Ms] = completed >= EXPECTED_FROM_RUNS && usual ? usual.map(Math.round) : []
  return {
    _id: id,
    runs: (runs ?? []).map(({ created, ended, ...run }) => ({
      ...run,
      created: new Date(created).toISOString(),
      ended: ended === null ? null : new Date(ended).toISOString(),
    })),
    medianMs: medianMs ?? null,
    p90Ms: p90Ms ?? null,
    next: next?.toISOString() ?? null,
  }
}
