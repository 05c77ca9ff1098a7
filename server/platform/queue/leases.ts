import type pg from 'pg'
import type { AliasIdentity } from './alias-credentials.ts'
import type { TaskRef } from '../engine/types.ts'

/** The usual visibility timeout of SQS, and the least that a task is kept for the one who is about to take it. */
export const DEFAULT_VISIBILITY_MS = 30_000

/**
 * How long a worker that has deleted its message may say nothing before the task is offered to others, unless the
 * task's own `timeoutMs` ends it before. Each report begins that time anew.
 */
export const SILENCE_MS = 3_600_000

/** One lease, as its receipt handle names it. */
export interface LeaseRef {
  taskId: string
  lease: string
}

/** A queued task with the lease that its next attempt will have. */
export interface ReservedTask extends TaskRef, LeaseRef {
  /** The last attempt before. */
  before: number
}

/** What the database knows of a lease. */
export interface LeaseState extends TaskRef, LeaseRef {
  aliasId: string
  /** Its task is under way with its attempt, and its time has not come. */
  live: boolean
  visibleUntil: Date
  acknowledged: boolean
}

export type Leases = ReturnType<typeof createLeases>

const at = (moment: number) => new Date(moment)

/**
 * The leases of tasks that workers hold. A lease is made before the engine starts its attempt, so that no two
 * receivers ever get the same task: whoever finds a lease of the coming attempt leaves the task alone until its time
 * has come. It is not removed when the attempt ends: what counts is the task's own status and attempt.
 */
export function createLeases(pool: pg.Pool) {
  async function query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>({ name: `lease-${name}`, text, values })).rows
  }

  return {
    /** Leases of up to `limit` tasks that wait longest in the queue of this alias, until that moment. */
    reserve: (
      { accountId, type, alias, aliasId }: AliasIdentity,
      limit: number,
      { now, until }: { now: number; until: number },
    ) =>
      query<ReservedTask>('reserve', reserveText, [
        accountId,
        type,
        alias,
        aliasId,
        limit,
        at(now),
        at(until),
      ]),

    /** Sets when each of these leases ends; those that are not live, or of another alias, stay as they are. */
    async setVisibility(
      aliasId: string,
      wanted: readonly { ref: LeaseRef; until: number }[],
      now: number,
    ): Promise<void> {
      if (wanted.length === 0) return
      await query('visibility', visibilityText, [
        ...arraysOf(wanted.map(({ ref }) => ref)),
        wanted.map(({ until }) => at(until)),
        aliasId,
        at(now),
      ])
    },

    /** Lets a task that was reserved and not taken be reserved again at once. */
    async release(ref: LeaseRef, now: number): Promise<void> {
      await query('release', 'update task_leases set visible_until = $3 where task_id = $1 and lease = $2', [
        ref.taskId,
        ref.lease,
        at(now),
      ])
    },

    /**
     * Messages were deleted: where the task is over its lease is removed, else it lives on without coming back by its
     * visibility. What is not live any more, or of another alias, is not touched.
     */
    async acknowledge(aliasId: string, refs: readonly LeaseRef[], now: number): Promise<void> {
      await query('acknowledge', acknowledgeText, [...arraysOf(refs), aliasId, at(now), at(now + SILENCE_MS)])
    },

    /** A worker was heard of: begins the time of silence anew where its message was deleted. */
    async heard(ref: LeaseRef, now: number): Promise<void> {
      await query(
        'heard',
        'update task_leases set visible_until = $3 where task_id = $1 and lease = $2 and acknowledged',
        [ref.taskId, ref.lease, at(now + SILENCE_MS)],
      )
    },

    async find(ref: LeaseRef, now: number): Promise<LeaseState | null> {
      const [row] = await query<LeaseState>('find', findText, [ref.taskId, ref.lease, at(now)])
      return row ?? null
    },

    /** Attempts whose lease has ended while they were under way. */
    expired: (now: number, limit: number) => query<TaskRef>('expired', expiredText, [at(now), limit]),

    /** Removes what is of no use any more; answers how many. */
    async purge(now: number, limit: number): Promise<number> {
      return (await query('purge', purgeText, [at(now), at(now - SILENCE_MS), limit])).length
    },
  }
}

const arraysOf = (refs: readonly LeaseRef[]) => [
  refs.map(({ taskId }) => taskId),
  refs.map(({ lease }) => lease),
]

/**
 * A lease of the coming attempt that somebody else has just made wins: then nothing is returned for that task. The commit
 * does not wait for the disk: that of the attempt, which comes after it in the log, does, and nobody is told before.
 */
const reserveText = `
  with unhurried as (select set_config('synchronous_commit', 'off', true)),
  picked as (
    select t.id, t.workqueue_id, t.attempt, t.waiting_since from tasks t
    where t.account_id = $1 and t.type = $2 and t.alias = $3 and t.waiting_since is not null
      and not exists (select 1 from task_leases l
        where l.task_id = t.id and l.attempt > t.attempt and l.visible_until > $6)
    order by t.waiting_since limit $5
    for no key update skip locked),
  leased as (
    insert into task_leases as l (task_id, attempt, lease, alias_id, visible_until)
    select id, attempt + 1, gen_random_uuid()::text, $4, $7::timestamptz from picked, unhurried
    on conflict (task_id) do update set attempt = excluded.attempt, lease = excluded.lease,
      alias_id = excluded.alias_id, visible_until = excluded.visible_until, acknowledged = false
    where l.attempt < excluded.attempt or l.visible_until <= $6
    returning l.task_id, l.lease)
  select p.id as "taskId", p.workqueue_id as "workqueueId", p.attempt as before, p.attempt + 1 as attempt, leased.lease
  from leased join picked p on p.id = leased.task_id
  order by p.waiting_since`

const visibilityText = `
  update task_leases l set visible_until = c.until
  from unnest($1::text[], $2::text[], $3::timestamptz[]) as c(task_id, lease, until)
  where l.task_id = c.task_id and l.lease = c.lease and l.alias_id = $4 and l.visible_until > $5`

/**
 * Named by its lease to the end: the next attempt may be reserved while this statement waits for the row, and a row
 * found by its task alone would then be another's.
 */
const acknowledgeText = `
  with mine as (
    select l.task_id, l.lease, coalesce(t.status = 'started' and t.attempt = l.attempt, false) as live
    from unnest($1::text[], $2::text[]) as c(task_id, lease)
    join task_leases l on l.task_id = c.task_id and l.lease = c.lease
    left join tasks t on t.id = l.task_id
    where l.alias_id = $3 and l.visible_until > $4),
  kept as (
    update task_leases l set acknowledged = true, visible_until = $5
    from mine where l.task_id = mine.task_id and l.lease = mine.lease and mine.live)
  delete from task_leases l using mine
  where l.task_id = mine.task_id and l.lease = mine.lease and not mine.live`

const findText = `
  select l.task_id as "taskId", t.workqueue_id as "workqueueId", l.attempt, l.lease, l.alias_id as "aliasId",
    t.status = 'started' and t.attempt = l.attempt and l.visible_until > $3 as live,
    l.visible_until as "visibleUntil", l.acknowledged
  from task_leases l join tasks t on t.id = l.task_id where l.task_id = $1 and l.lease = $2`

const expiredText = `
  select t.workqueue_id as "workqueueId", l.task_id as "taskId", l.attempt
  from task_leases l join tasks t on t.id = l.task_id
  where l.visible_until <= $1 and t.status = 'started' and t.attempt = l.attempt
  order by l.visible_until limit $2`

/**
 * A lease that its taker has not come to use stays for a while: should it be taken late, the attempt must not stand
 * without one. Rows are locked before they are removed, which looks at them once more: one that was of no use may have
 * become the lease of the next attempt meanwhile, and an attempt without a lease would never end. Locked ones wait for
 * the next sweep.
 */
const purgeText = `
  delete from task_leases where task_id in (
    select l.task_id from task_leases l left join tasks t on t.id = l.task_id
    where l.visible_until <= $1 and (t.id is null or t.attempt > l.attempt
      or (t.attempt = l.attempt and t.status <> 'started')
      or (t.attempt < l.attempt and l.visible_until <= $2))
    order by l.visible_until limit $3
    for update of l skip locked)
  returning task_id`
