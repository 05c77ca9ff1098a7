import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { withdrawSent } from '#server/platform/queues/sent-tasks.ts'
import type { QueueName } from '../queue-url.ts'
import { serviceQueueName } from './queue-name.ts'

/** A queue of the service that this process works on. */
export interface ServiceQueue extends QueueName {
  /** Its key (`queue_key`), a number of eight bytes as text. */
  queue: string
  name: string
  /** Null: it has to be made. */
  url: string | null
  /** Null: its alias is gone. */
  aliasId: string | null
  workerId: string | null
  failures: number
  isFaulty: boolean
}

/** Aliases whose queues are noted by one statement. */
const NOTED = 500
/** A process that dies leaves its queues for so long; a turn with calls that all end by their time takes less. */
const BUSY_MS = 60_000
const MAX_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/** How long to wait after the n-th failure in a row: exponential, anything between none of it and all. */
export const retryWaitMs = (failures: number, random = Math.random): number =>
  Math.round(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2))

/** The queues of aliases in the service, and what is known of them (`service_queues`). */
export function createQueueStore(db: Kysely<Database>) {
  return {
    /** The queues of another service are those of this one from now on, and have to be made there. */
    async moveTo(service: string, now: number): Promise<void> {
      const { rows } = await sql<QueueName>`
        update service_queues set service = ${service}, url = null, due = ${new Date(now)}, failures = 0, fault = null,
          fault_since = null, fault_of_all = false
        where service <> ${service}
        returning account_id as "accountId", type, alias`.execute(db)
      for (const queue of rows) await withdrawSent(db, queue, now)
    },

    /** Notes the queues of new aliases, which have to be made. */
    async noteNew(service: string, now: number): Promise<void> {
      const { rows } = await sql<QueueName>`
        select w.account_id as "accountId", w.type, a.name as alias
        from worker_aliases a join workers w on w.id = a.worker_id and w.status <> 'deleted'
        where not exists (select from service_queues s
          where s.account_id = w.account_id and s.type = w.type and s.alias = a.name)
        limit ${NOTED}`.execute(db)
      if (rows.length === 0) return
      const named = rows.map((row) => ({ ...row, name: serviceQueueName(row) }))
      await sql`
        insert into service_queues (queue, account_id, type, alias, service, name, due)
        select queue_key(n."accountId", n.type, n.alias), n."accountId", n.type, n.alias, ${service}, n.name, ${new Date(now)}
        from json_to_recordset(${JSON.stringify(named)}::json) as n("accountId" text, type text, alias text, name text)
        on conflict do nothing`.execute(db)
    },

    /**
     * Takes up to `limit` queues that something is to be done for: to be made or removed, with tasks that wait and were not sent, or
     * with a fault that may be over. Other processes leave them alone until they are given back.
     */
    async take(now: number, limit: number, but: readonly string[]): Promise<ServiceQueue[]> {
      const at = new Date(now)
      const { rows } = await sql<ServiceQueue>`
        with due as (
          select s.queue, a.id as alias_id, a.worker_id from service_queues s
          left join (worker_aliases a join workers w on w.id = a.worker_id and w.status <> 'deleted')
            on w.account_id = s.account_id and w.type = s.type and a.name = s.alias
          where (s.busy_until is null or s.busy_until <= ${at}) and s.due <= ${at} and s.queue <> all(${but}::bigint[])
            and (a.id is null or s.url is null or s.fault is not null or exists (
              select from waiting_tasks t where t.queue = s.queue and not exists (
                select from task_leases l where l.task_id = t.task_id and l.attempt > t.attempt
                  and l.queue = t.queue and l.visible_until > ${at})
              and not exists (select from queue_controls c where c.account_id = s.account_id and c.type = s.type
                and c.alias = s.alias and c.paused_at is not null)))
          order by s.due, s.queue limit ${limit} for update of s skip locked)
        update service_queues s set busy_until = ${new Date(now + BUSY_MS)} from due where due.queue = s.queue
        returning s.queue::text, s.account_id as "accountId", s.type, s.alias, s.name, s.url,
          due.alias_id as "aliasId", due.worker_id as "workerId", s.failures, s.fault is not null as "isFaulty"`.execute(
        db,
      )
      return rows
    },

    /** All went well: other queues may have had the same fault. */
    async succeeded({ queue, isFaulty }: ServiceQueue): Promise<void> {
      await sql`
        update service_queues set busy_until = null, failures = 0, fault = null, fault_since = null, fault_of_all = false
        where queue = ${queue}::bigint`.execute(db)
      if (isFaulty)
        await sql`
          update service_queues set failures = 0, fault = null, fault_since = null, fault_of_all = false
          where fault_of_all`.execute(db)
    },

    /** Why it failed; a fault of the whole service is noted for all queues that have none. */
    async failed(
      { queue, failures }: ServiceQueue,
      { reason, isOfAll }: { reason: string; isOfAll: boolean },
      now: number,
    ): Promise<void> {
      const at = new Date(now)
      await sql`
        update service_queues set busy_until = null, failures = failures + 1, fault = ${reason},
          fault_since = coalesce(fault_since, ${at}), fault_of_all = ${isOfAll},
          due = ${new Date(now + retryWaitMs(failures))}
        where queue = ${queue}::bigint`.execute(db)
      if (isOfAll)
        await sql`
          update service_queues set fault = ${reason}, fault_since = ${at}, fault_of_all = true
          where fault is null`.execute(db)
    },

    /** Gives a queue back as it was. */
    async leave({ queue }: ServiceQueue): Promise<void> {
      await sql`update service_queues set busy_until = null where queue = ${queue}::bigint`.execute(db)
    },

    async made({ queue }: ServiceQueue, url: string | null): Promise<void> {
      await sql`update service_queues set url = ${url} where queue = ${queue}::bigint`.execute(db)
    },

    async removed({ queue }: ServiceQueue): Promise<void> {
      await sql`delete from service_queues where queue = ${queue}::bigint`.execute(db)
    },

    /** Of each of these queues its address, null before it is made, and whether calls for it fail. */
    async addresses(queues: readonly QueueName[]): Promise<{ url: string | null; isFaulty: boolean }[]> {
      const { rows } = await sql<{ place: number; url: string | null; isFaulty: boolean }>`
        select q.place, s.url, s.fault is not null as "isFaulty"
        from json_to_recordset(${JSON.stringify(queues.map((queue, place) => ({ ...queue, place })))}::json)
          as q("accountId" text, type text, alias text, place integer)
        left join service_queues s on s.account_id = q."accountId" and s.type = q.type and s.alias = q.alias
        order by q.place`.execute(db)
      return rows
    },
  }
}

export type QueueStore = ReturnType<typeof createQueueStore>
