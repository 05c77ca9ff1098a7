import type pg from 'pg'
import type { AliasIdentity } from './alias-credentials.ts'
import type { AttemptRef } from '../engine/types.ts'

/** One lease, as its receipt handle names it. */
export interface LeaseRef {
  taskId: string
  lease: string
}

/** A queued task with the lease that its next attempt will have. */
export interface ReservedTask extends AttemptRef, LeaseRef {
  /** The number of the previous attempt. */
  before: number
}

/** The tasks that a receive may have. */
export interface Reserved {
  tasks: ReservedTask[]
  /** The queue has a limit: there may be more tasks as soon as one ends. */
  limited: boolean
}

export interface ReservePeriod {
  now: number
  until: number
}

/**
 * Leases up to `limit` tasks of the queue of an alias, in their order, until that moment; none while the queue is paused, and
 * in a queue with a limit only as many as may run beside those that do, over all platforms.
 */
export async function reserve(
  pool: pg.Pool,
  { accountId, type, alias, aliasId }: AliasIdentity,
  limit: number,
  { now, until }: ReservePeriod,
): Promise<Reserved> {
  const queue = [accountId, type, alias]
  const lease = [aliasId, limit, new Date(now), new Date(until)]
  const { rows } = await pool.query<ReservedTask | LimitRow>({
    name: 'lease-reserve',
    text: freeText,
    values: [...queue, ...lease],
  })
  const isLimited = rows.some((row) => row.taskId === null)
  if (!isLimited) return { tasks: rows as ReservedTask[], limited: false }
  return { tasks: await reserveWithin(pool, queue, lease), limited: true }
}

/** Instead of tasks: the queue has a limit. */
interface LimitRow {
  taskId: null
}

/**
 * The row of the queue is locked until what is leased is committed, so that the next receive counts it. The count is a
 * statement of its own after the lock: a statement that also waits for it would not see what was committed meanwhile.
 */
async function reserveWithin(
  pool: pg.Pool,
  queue: readonly string[],
  [aliasId, wanted, ...period]: readonly unknown[],
): Promise<ReservedTask[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const room = await roomOf(client, queue, period[0])
    const values = [...queue, aliasId, Math.min(Number(wanted), room), ...period]
    const { rows } =
      room > 0
        ? await client.query<ReservedTask>({ name: 'lease-reserve-within', text: limitedText, values })
        : { rows: [] }
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    // The session may have an open transaction: it is not given back.
    client.release(true)
    throw error
  }
}

async function roomOf(client: pg.PoolClient, queue: readonly string[], now: unknown): Promise<number> {
  const { rows: controls } = await client.query<{ limit: number }>({
    name: 'queue-lock',
    text: `select running_limit as limit from queue_controls
      where account_id = $1 and type = $2 and alias = $3 and paused_at is null and running_limit is not null
      for no key update`,
    values: [...queue],
  })
  const [control] = controls
  // It was paused, or its limit removed, meanwhile: the next receive finds out.
  if (!control) return 0
  const { rows } = await client.query<{ count: number }>({
    name: 'queue-running',
    text: runningText,
    values: [...queue, now],
  })
  return Math.max(0, control.limit - (rows[0]?.count ?? 0))
}

/** Tasks that were taken from the queue: those that run, and those that are about to. */
const runningText = `
  select count(*)::int as count from task_leases l join tasks t on t.id = l.task_id
  where l.queue = queue_key($1, $2, $3)
    and (t.status = 'started' and t.attempt = l.attempt
      or t.status = 'queued' and t.attempt < l.attempt and l.visible_until > $4
        and l.queue = queue_key(t.account_id, t.type, t.alias))`

/** Tasks of one turn: as many as a receive may ask for. */
const TURN = 10

/** Not leased for its next attempt, in this queue: another receiver may just have done that, or its message is in a service. */
const isFree = `not exists (select 1 from task_leases l
        where l.task_id = w.task_id and l.attempt > w.attempt and l.visible_until > $6
          and coalesce(l.queue, w.queue) = w.queue)`

/**
 * The statement that leases tasks. `heads` are the next tasks in their order, in which each run has one task a round. A run
 * whose turn it is gives up to ten tasks at once, those of its next rounds: then others have their turns until they have caught
 * up. So a receive of ten costs one write of one run, and one of one task keeps to the rounds exactly. What is missing, because
 * a run has fewer tasks or another receiver takes them, is filled in order.
 *
 * The commit does not wait for the disk: the commit of the attempt, which follows in the log, does, and the receiver gets its
 * answer only then.
 */
const reserveText = (control: string, free: string) => `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
  ${control}heads as materialized (
    select w.* from waiting_tasks w
    where w.queue = queue_key($1, $2, $3) ${free} and ${isFree}
    order by w.priority, w.tag, w.no limit $5),
  turns as materialized (
    select workqueue_id, queue, priority, min(tag) as tag, min(no) as no from heads
    group by workqueue_id, queue, priority order by 3, 4, 5),
  turned as materialized (
    select next.* from turns, lateral (
      select w.* from waiting_tasks w
      where w.workqueue_id = turns.workqueue_id and w.queue = turns.queue and ${isFree}
      order by w.tag limit ${TURN}
      for no key update skip locked) as next
    limit $5),
  filled as materialized (
    select w.* from waiting_tasks w
    where w.queue = queue_key($1, $2, $3) ${free} and ${isFree}
      and not exists (select from turned where turned.task_id = w.task_id)
    order by w.priority, w.tag, w.no limit greatest(0, $5 - (select count(*) from turned))
    for no key update skip locked),
  picked as (
    select p.*, row_number() over () as place from (select * from turned union all select * from filled) as p),
  leased as (
    insert into task_leases as l (task_id, attempt, lease, alias_id, visible_until, queue)
    select task_id, attempt + 1, gen_random_uuid()::text, $4, $7::timestamptz, queue from picked, unhurried
    on conflict (task_id) do update set attempt = excluded.attempt, lease = excluded.lease,
      alias_id = excluded.alias_id, visible_until = excluded.visible_until, acknowledged = false,
      queue = excluded.queue, execution = null
    where l.attempt < excluded.attempt or l.visible_until <= $6 or l.queue <> excluded.queue
    returning l.task_id, l.lease),
  answered as (
    select p.task_id as "taskId", p.workqueue_id as "workqueueId", p.attempt as before, p.attempt + 1 as attempt,
      leased.lease
    from leased join picked p on p.task_id = leased.task_id
    order by p.place)
  select * from answered`

const freeText = `${reserveText(
  `control as materialized (
    select running_limit from queue_controls
    where account_id = $1 and type = $2 and alias = $3 and (paused_at is not null or running_limit is not null)),
  `,
  'and not exists (select from control)',
)}
  union all
  select null, null, null, null, null from control where running_limit is not null`

const limitedText = reserveText('', '')
