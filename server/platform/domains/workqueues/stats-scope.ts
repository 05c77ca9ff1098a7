import { sql, type RawBuilder } from 'kysely'
import { EXPECTED_OF_RUNS } from '#shared/domains/workqueues/stats-contract.ts'
import { workqueueStatuses, type WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'

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

/** Runs of each status that are looked through for those with a tag. */
const RUNS_WITH_TAGS = 1000

/** Which of the newest runs are listed: `count` of them, with that status, with one of the tags. */
export interface Listed {
  count: number
  status?: WorkqueueStatus | undefined
  tags?: readonly string[] | undefined
}

/**
 * The newest runs of each status (`run`), with their place among those that may be listed (`place`) and among those of
 * their status (`of_status`): the listed ones (`latest`) and, of completed ones, at least those that an expectation needs.
 */
export function newest(scope: Scope, { count, status, tags = [] }: Listed) {
  const read = tags.length > 0 ? RUNS_WITH_TAGS : Math.max(count, EXPECTED_OF_RUNS)
  const mayBeListed = sql`(${tags.length === 0 ? sql`true` : sql`tags && ${[...tags]}::text[]`}
    and ${status === undefined ? sql`true` : sql`found.status = ${status}`})`
  return sql`
  scope as materialized (${scope.rows}),
  run as materialized (
    select key, found.*,
      case when ${mayBeListed}
        then row_number() over (partition by key, ${mayBeListed} order by created desc, id desc) end::int as place,
      row_number() over (partition by key, found.status order by created desc, id desc)::int as of_status
    from scope, unnest(${[...workqueueStatuses]}::text[]) as each (status), lateral (
      select id, status, created, started, tags, active_since, active_ms from workqueues
      where plan_id = scope.plan_id and app_id = scope.app_id and status = each.status
      order by created desc, id desc
      limit ${read}
    ) found
  ),
  latest as (select * from run where place <= ${count} order by place limit ${count * scope.keys})`
}
