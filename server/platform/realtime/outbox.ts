import { sql, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createDatabase } from '../db/database.ts'

/** Rows of one statement; each step is short, however many rows are left. */
const stepRows = 1000
const sweepEveryMs = 10_000
/** Published rows stay this long, for other processes to read. */
const keepSeconds = 120
/** How long rows wait for a realtime service that is unavailable. */
const relayPatienceSeconds = 300

export interface OutboxOptions {
  pool: Pool
  log: Logger
  /**
   * Other platform processes use the same database: what to announce for published rows, and for rows of a
   * dead process that were never announced. Null: this process is the only one.
   */
  announce: { channel: string; payloads(ids: string[]): string[]; gap: string } | null
  /**
   * A relay publishes the rows, so they are only announced here; rows that it could not publish for minutes
   * are dropped.
   */
  relayed?: boolean
}

export interface Outbox {
  /** Finds rows that a dead process left and starts the sweeps. */
  start(): Promise<void>
  /** Collects rows whose messages were delivered; marked or removed in batches. */
  published(ids: string[]): void
  /** Writes the collected rows and ends. */
  stop(): Promise<void>
}

/** The commit of a statement that reads from this does not wait for the disk. */
const unsynced = sql`with unsynced as (select set_config('synchronous_commit', 'off', true))`
const remove = (ids: string[]) =>
  sql`${unsynced} delete from outbox using unsynced where id = any(${ids}::bigint[])`
const notify = (channel: string, payloads: string[]) =>
  sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
const mark = (ids: string[], channel: string, payloads: string[]) => sql`${unsynced},
  marked as (update outbox set published = now() from unsynced where id = any(${ids}::bigint[]))
  ${notify(channel, payloads)}`

/**
 * The outbox after the commit: marks rows as published, announces them to other processes and deletes old
 * ones; the only process removes them at once. Losing such a write loses no message, so its commit does not
 * wait for the disk.
 */
export function createOutbox({ pool, log, announce, relayed = false }: OutboxOptions): Outbox {
  const db = createDatabase(pool)
  const pauseMs = announce ? 5 : 200
  const graceSeconds = relayed ? relayPatienceSeconds : sweepEveryMs / 1000
  let noted: string[] = []
  let timer: NodeJS.Timeout | null = null
  let sweeper: NodeJS.Timeout | null = null
  let work: Promise<void> = Promise.resolve()

  async function writeMarks(): Promise<void> {
    timer = null
    while (noted.length) {
      const ids = noted.slice(0, stepRows)
      noted = noted.slice(stepRows)
      if (relayed) await notify(announce?.channel ?? '', announce?.payloads(ids) ?? []).execute(db)
      else if (announce) await mark(ids, announce.channel, announce.payloads(ids)).execute(db)
      else await remove(ids).execute(db)
    }
  }

  async function sweep(grace: number): Promise<void> {
    const lost = await inSteps(
      sql`update outbox set published = now() where id in (
        select id from outbox where published is null and created <= now() - make_interval(secs => ${grace})
        order by id limit ${stepRows})`,
    )
    if (lost && relayed) log.error({ rows: lost }, 'live messages waited too long for the realtime service')
    else if (lost && announce) await notify(announce.channel, [announce.gap]).execute(db)
    await inSteps(
      sql`delete from outbox where id in (
        select id from outbox where published < now() - make_interval(secs => ${keepSeconds})
        order by id limit ${stepRows})`,
    )
  }

  async function inSteps(statement: RawBuilder<unknown>): Promise<number> {
    let total = 0
    for (;;) {
      const changed = Number((await statement.execute(db)).numAffectedRows ?? 0)
      total += changed
      if (changed < stepRows) return total
    }
  }

  /** Runs jobs one after the other. A failure is logged, and the next sweep repairs what it left. */
  function enqueue(job: () => Promise<void>): Promise<void> {
    work = work.then(job).catch((error: unknown) => log.error({ err: toError(error) }, 'outbox'))
    return work
  }

  return {
    async start() {
      // For the only process on the database, every unpublished row is that of a dead process.
      await sweep(announce || relayed ? graceSeconds : 0)
      sweeper = setInterval(() => void enqueue(() => sweep(graceSeconds)), sweepEveryMs)
    },
    published(ids) {
      if (relayed && !announce) return
      for (const id of ids) noted.push(id)
      timer ??= setTimeout(() => void enqueue(writeMarks), pauseMs)
    },
    async stop() {
      if (sweeper) clearInterval(sweeper)
      if (timer) clearTimeout(timer)
      await enqueue(writeMarks)
    },
  }
}
