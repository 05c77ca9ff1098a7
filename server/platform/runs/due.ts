import type pg from 'pg'
import { builtinTypes } from '#shared/domains/tasks/contract.ts'
import { advisoryLocks } from '../db/locks.ts'
import { iso } from '../engine/wire.ts'
import type { Due, TaskRef } from '../engine/types.ts'

const reference = 't.workqueue_id as "workqueueId", t.id as "taskId", t.attempt'

/** The numbers of living engine processes: each holds an advisory lock for as long as its session lives. */
const livingHolders = `select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${advisoryLocks.holder} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`

/** Steps from one set of holders to the next along the index, however many runs each has. */
const abandoned = `with recursive held as (
    select min(holders) as holders from workqueues where holders <> '{}'
    union all
    select (select min(holders) from workqueues where holders <> '{}' and holders > held.holders) from held
    where held.holders is not null),
  dead as materialized (
    select holders, holder from held, unnest(holders) as holder where holder not in (${livingHolders}))
  select ${reference}, t.holder
  from dead join workqueues w using (holders) join tasks t on t.workqueue_id = w.id and t.holder = dead.holder
  where w.holders <> '{}' limit $1`

const retries = `select ${reference} from tasks t where t.retry_time <= $2 order by t.retry_time limit $1`
const timeouts = `select ${reference} from tasks t where t.deadline <= $2 order by t.deadline limit $1`
const unclaimed = `select ${reference} from tasks t
  where t.waiting_since is not null and t.type = any($2::text[]) limit $1`

const orphans = `select w.id from workqueues w join tasks t on t.id = w.parent_task_id
  where w.parent_task_id is not null and w.status in ('notstarted', 'started') and t.status <> 'started'
  limit $1`

/** What is due now; each query follows an index that holds only what may become due. */
export async function findDue(pool: pg.Pool, now: number, limit: number): Promise<Due> {
  const refs = async <Row extends object = TaskRef>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, [limit, ...values])).rows
  const orphaned = await refs<{ id: string }>(orphans)
  return {
    abandoned: await refs(abandoned),
    retries: await refs(retries, [iso(now)]),
    timeouts: await refs(timeouts, [iso(now)]),
    unclaimed: await refs(unclaimed, [builtinTypes]),
    orphans: orphaned.map(({ id }) => id),
  }
}

/** Those of these tasks that are held by this number. */
export async function findHeld(
  pool: pg.Pool,
  holder: number,
  taskIds: readonly string[],
): Promise<Pick<TaskRef, 'taskId' | 'attempt'>[]> {
  const text = 'select id as "taskId", attempt from tasks where id = any($2::text[]) and holder = $1'
  return (await pool.query(text, [holder, taskIds])).rows
}
