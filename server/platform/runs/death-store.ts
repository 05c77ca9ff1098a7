import { sql, type Kysely } from 'kysely'
import { advisoryLocks, type Database } from '../db/database.ts'
import type { Death, RunStore } from '../engine/types.ts'

/** The numbers of living engine processes: each holds an advisory lock for as long as its session lives. */
export const livingHolders = sql`select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(advisoryLocks.holder)} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`

/** The only task that a dead process held; null when it held several. */
const onlyTask = sql<string | null>`(select case when count(*) = 1 then min(held.id) end from (
  select t.id from workqueues w join tasks t on t.workqueue_id = w.id and t.holder = trouble.holder
  where w.holders <> '{}' and trouble.holder = any(w.holders) limit 2) as held)`

/** What the engine knows of processes that died in trouble. */
export function createDeathStore(
  db: Kysely<Database>,
): Pick<RunStore, 'uncountedDeaths' | 'countDeath' | 'runOfSubject'> {
  return {
    async uncountedDeaths() {
      const { rows } = await sql<Death>`
        with died as (
          select holder, kind, coalesce(subject, ${onlyTask}) as subject, created from engine_troubles trouble
          where not counted and holder not in (${livingHolders}))
        select holder, kind, subject, 1 + (
            select count(*)::integer from engine_troubles other
            where other.subject = died.subject and other.counted) as deaths
        from died order by created`.execute(db)
      return rows
    },
    async countDeath(holder, subject) {
      await sql`update engine_troubles set counted = true, subject = ${subject} where holder = ${holder}`.execute(
        db,
      )
    },
    async runOfSubject(subject) {
      const { rows } = await sql<{ workqueueId: string; taskId: string | null; attempt: number | null }>`
        select workqueue_id as "workqueueId", id as "taskId", attempt from tasks where id = ${subject}
        union all
        select id, null, null from workqueues where id = ${subject}`.execute(db)
      return rows[0] ?? null
    },
  }
}
