import type pg from 'pg'
import { createBatcher } from '#server/lib/batcher.ts'
import type { LeaseRef } from './reserve.ts'

/** An execution that reports on a lease; moments in milliseconds since 1970. */
interface Claim extends LeaseRef {
  execution: string
  now: number
  /** Until when it has the lease. */
  until: number
  /** A lease that lasts no longer is that of an execution that has been silent for too long. */
  heard: number
}

/** Most claims in one statement. */
const MOST = 100

/**
 * Returns the function that gives leases to the executions that report on them: false when the lease has ended or is that of
 * another execution. Claims that come together are one statement and one commit: with a service each report is a claim.
 */
export function createClaims(pool: pg.Pool): (claim: Claim) => Promise<boolean> {
  return createBatcher({
    maxBatch: MOST,
    async ask(claims: readonly Claim[]) {
      const moments = (key: 'now' | 'until' | 'heard') => claims.map((claim) => new Date(claim[key]))
      const texts = (key: 'taskId' | 'lease' | 'execution') => claims.map((claim) => claim[key])
      const { rows } = await pool.query<Pick<Claim, 'taskId' | 'lease' | 'execution'>>({
        name: 'lease-claim',
        text: claimText,
        values: [
          texts('taskId'),
          texts('lease'),
          texts('execution'),
          moments('now'),
          moments('until'),
          moments('heard'),
        ],
      })
      const given = new Map(rows.map(({ taskId, lease, execution }) => [`${taskId} ${lease}`, execution]))
      return claims.map(({ taskId, lease, execution }) => given.get(`${taskId} ${lease}`) === execution)
    },
  })
}

/** The rows are locked in one order, because a service may hand out the same messages to workers of two platforms. */
const claimText = `
  with asked as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
      as c(task_id, lease, execution, now, until, heard)),
  locked as materialized (
    select l.task_id from task_leases l
    where l.task_id in (select task_id from asked) order by l.task_id for update)
  update task_leases l set execution = c.execution, acknowledged = true, visible_until = c.until
  from asked c
  where l.task_id in (select task_id from locked) and l.task_id = c.task_id and l.lease = c.lease
    and l.visible_until > c.now
    and (l.execution is null or l.execution = c.execution or l.visible_until <= c.heard)
  returning l.task_id as "taskId", l.lease, l.execution`
