import type pg from 'pg'

/** Open failures of an account: groups of one cause each, and their tasks. */
export interface Failures {
  groups: number
  tasks: number
}

/** The id of the group with the number. */
export const groupId = (number: number) => `group-${number}`

/**
 * Puts the first failed tasks of the account that `fill` made into groups, in turn, and stores where tasks of each type
 * ended well in the day before `until`.
 */
export async function fillFailures(
  client: pg.PoolClient,
  accountId: string,
  { groups, tasks }: Failures,
  until: Date,
): Promise<void> {
  await client.query(
    `create temp table failed as
     select t.*, (row_number() over (order by t.id) - 1) % $2 as place
     from (select * from tasks where account_id = $1 and status = 'failed' order by id limit $3) t`,
    [accountId, groups, tasks],
  )
  await client.query(
    `insert into failure_groups (id, account_id, fingerprint, title, type, state, first, last, runs, tasks, apps,
       open_tasks, versions, hosts, aliases, sample)
     select 'group-' || place, $1, 'cause-' || place, 'The service no. ' || place || ' is away', min(type), 'open',
       min(ended), max(ended), count(distinct workqueue_id), count(*), count(distinct app_id), count(*), '{1.4.0}',
       '{host-1,host-2}', '{default}', $2
     from failed group by place`,
    [accountId, { reason: 'away' }],
  )
  await client.query(
    `insert into failure_tasks (group_id, app_id, workqueue_id, task_id, account_id, plan_id, run_created, task_name,
       alias, version, host_name, attempt, at, reason, generation)
     select 'group-' || place, app_id, workqueue_id, id, account_id, '', created, name, alias, '1.4.0',
       'host-' || 1 + place % 2, attempt, ended, 'The service no. ' || place || ' is away', 0
     from failed`,
  )
  await client.query(
    `insert into attempt_outcomes (process, account_id, type, alias, version, host_name, hour, ended, failed)
     select 'bench', $1, 'task.team.type' || type, 'default', '1.4.1', 'host-' || host,
       date_trunc('hour', $2::timestamptz) - hour * interval '1 hour', 100, 1
     from generate_series(0, 9) type, generate_series(1, 5) host, generate_series(0, 23) hour`,
    [accountId, until],
  )
  await client.query('drop table failed')
}
