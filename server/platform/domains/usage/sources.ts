import { sql, type Kysely, type RawBuilder } from 'kysely'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { Use, UsedBy } from '#shared/domains/usage/contract.ts'
import { MAX_USES, NAMED_USES, useKinds, type UseKind } from '#shared/domains/usage/kinds.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { TaskScope } from './scope.ts'

/**
 * The uses of one kind: a query of rows with the fields of `UsedBy` and `place`, by which the first ones are chosen.
 * Fields that a kind does not have are left out.
 */
export interface Source {
  kind: UseKind
  rows: RawBuilder<unknown>
}

/** Runs under way that are looked through for tasks that are still to come, the newest ones of each app. */
const MOST_RUNS = 2000

/** The uses of these kinds by one statement, in the order of `useKinds`; kinds without any are left out. */
export async function readUses(db: Kysely<Database>, sources: readonly Source[]): Promise<Use[]> {
  if (sources.length === 0) return []
  const counted = sources.map(
    ({ kind, rows }) => sql`
      select ${kind}::text as kind, (
        select json_build_object('count', count(*), 'first', (array_agg(to_json(found)))[:${sql.lit(NAMED_USES)}])
        from (select * from (${rows} limit ${sql.lit(MAX_USES + 1)}) as counted order by place) as found
      ) as uses`,
  )
  const { rows } = await sql<{ kind: UseKind; uses: { count: number; first: Listed[] | null } }>`
    ${sql.join(counted, sql` union all `)}`.execute(db)
  return rows
    .filter(({ uses }) => uses.count > 0)
    .sort((one, other) => useKinds.indexOf(one.kind) - useKinds.indexOf(other.kind))
    .map(({ kind, uses: { count, first } }) => ({
      kind,
      count: Math.min(count, MAX_USES),
      more: count > MAX_USES,
      first: (first ?? []).map(({ place: _place, ...named }) => named),
    }))
}

type Listed = UsedBy & { place: unknown }

/**
 * Tasks under way, and those that wait for a worker: by the index of the backlog, and those of scripts, which the platform runs,
 * by their runs.
 */
export const tasksUnderWay = (accountId: string, { row }: Pick<TaskScope, 'row'>): Source[] => {
  const fields = (place: 'started' | 'queued') => sql`
    t.id as _id, t.name, run.name as within, t.app_id as "appId", t.workqueue_id as "workqueueId", t.${sql.ref(place)} as place`
  return [
    {
      kind: 'task',
      rows: sql`
        select ${fields('started')} from tasks t join workqueues run on run.id = t.workqueue_id
        where t.account_id = ${accountId} and t.resting = 'started' and ${row('t')}
        union all
        select ${fields('started')} from workqueues run join tasks t on t.workqueue_id = run.id
        where run.account_id = ${accountId} and run.holders <> '{}' and t.holder is not null
          and t.status = 'started' and ${row('t')}`,
    },
    {
      kind: 'waiting',
      rows: sql`
        select ${fields('queued')} from tasks t join workqueues run on run.id = t.workqueue_id
        where t.account_id = ${accountId} and t.resting in ('queued', 'retry') and ${row('t')}`,
    },
  ]
}

/** Waiting tasks of an app that are looked through for those that read a variable. */
const MOST_WAITING = 20_000

/** Tasks of an app that wait to be handed to a worker, which then gets the values of their variables. */
export const tasksToHandOut = (
  accountId: string,
  appId: string,
  { row }: Pick<TaskScope, 'row'>,
): Source => ({
  kind: 'waiting',
  rows: sql`
    select t.id as _id, t.name, run.name as within, t.app_id as "appId", t.workqueue_id as "workqueueId", t.queued as place
    from (
      select * from tasks
      where account_id = ${accountId} and app_id = ${appId} and resting in ('queued', 'retry')
      limit ${sql.lit(MOST_WAITING)}
    ) as t join workqueues run on run.id = t.workqueue_id
    where ${row('t')}`,
})

/** Runs under way with such a task that is still to come; of one app if one is named. */
export const runsToCome = (accountId: string, { row }: Pick<TaskScope, 'row'>, appId?: string): Source => ({
  kind: 'run',
  rows: sql`
    select run.id as _id, run.name, run.app_id as "appId", run.id as "workqueueId", run.created as place
    from (${runsUnderWay(accountId, appId)}) as run
    where exists (select from tasks t where t.workqueue_id = run.id and t.status = 'notstarted' and ${row('t')})`,
})

/** By the index of lists that are filtered by status. */
const runsUnderWay = (accountId: string, appId?: string) => sql`
  select newest.* from apps, unnest(array['notstarted', 'started']) as each (status), lateral (
    select id, name, app_id, created from workqueues
    where account_id = ${accountId} and app_id = apps.id and status = each.status
    order by created desc, id desc limit ${sql.lit(MOST_RUNS)}
  ) as newest
  where apps.account_id = ${accountId} ${appId === undefined ? sql`` : sql`and apps.id = ${appId}`}
  limit ${sql.lit(MOST_RUNS)}`

/** Runs of a plan under way. */
export const runsOfPlan = (accountId: string, planId: string): Source => ({
  kind: 'run',
  rows: sql`
    select run.id as _id, run.name, run.app_id as "appId", run.id as "workqueueId", run.created as place
    from apps join workqueues run on run.app_id = apps.id
    where apps.account_id = ${accountId} and run.plan_id = ${planId} and run.status in ('notstarted', 'started')`,
})

/** The schedules of a plan. */
export const schedulesOfPlan = (accountId: string, planId: string): Source => ({
  kind: 'schedule',
  rows: sql`
    select s.id as _id, s.name, a.name as within, s.app_id as "appId", s.name as place
    from schedules s join apps a on a.id = s.app_id
    where s.account_id = ${accountId} and s.plan_id = ${planId}`,
})

/** The start addresses of a plan. */
export const hooksOfPlan = (accountId: string, planId: string): Source => ({
  kind: 'hook',
  rows: sql`
    select h.id as _id, h.name, a.name as within, h.app_id as "appId", h.name as place
    from hooks h join apps a on a.id = h.app_id
    where h.account_id = ${accountId} and h.plan_id = ${planId}`,
})

/**
 * Plans with such a task, without `except`. The text of a definition is looked through first: only the few that have it
 * are taken apart.
 */
export const plansWith = (
  accountId: string,
  { defined, text }: Pick<TaskScope, 'defined' | 'text'>,
  except = '',
): Source => ({
  kind: 'plan',
  rows: sql`
    select id as _id, name, name as place from plans
    where account_id = ${accountId} and id <> ${except}
      and case when strpos(definition::text, ${text}) > 0 then exists (
        select from json_array_elements(definition -> 'tasks') as task where ${defined(sql`task`)}
      ) else false end`,
})

/** Worker processes that were heard within the last minute. */
export const pollersOf = (accountId: string, { row }: Pick<TaskScope, 'row'>, now: number): Source => ({
  kind: 'poller',
  rows: sql`
    select p.host_name as _id, p.host_name as name, p.host_name as place from queue_pollers p
    where p.account_id = ${accountId} and p.last_seen > ${new Date(now - POLLED_MS)} and ${row('p')}
    group by p.host_name`,
})

/** Deployments; `which` is a condition on the rows `d`. */
export const deploymentsThat = (accountId: string, which: RawBuilder<boolean>): Source => ({
  kind: 'deployment',
  rows: sql`
    select d.id as _id, d.alias as name, c.name as within, d.cluster_id as "clusterId", d.alias as place
    from deployments d join clusters c on c.id = d.cluster_id
    where d.account_id = ${accountId} and ${which}`,
})

/** The valid private keys of an alias, without `except`. */
export const validKeysOf = (accountId: string, aliasId: string, now: number, except = ''): Source => ({
  kind: 'key',
  rows: sql`
    select k.id as _id, k.name, k.name as place from alias_keys k
    where k.account_id = ${accountId} and k.alias_id = ${aliasId} and k.expires > ${new Date(now)} and k.id <> ${except}`,
})
