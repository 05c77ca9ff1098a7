import type { Pool } from 'pg'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'

/** Rows of one statement; each step is short, whatever has piled up. */
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
   * A relay publishes the rows, so they are only announced here; those that it could not publish for minutes
   * are dropped.
   */
  relayed?: boolean
}

export interface Outbox {
  /** Finds what a dead process left and starts the sweeps. */
  start(): Promise<void>
  /** Collects rows whose messages were delivered; marked or removed in batches. */
  published(ids: string[]): void
  /** Writes what is still collected and ends. */
  stop(): Promise<void>
}

const unhurried = `with unhurried as (select set_config('synchronous_commit', 'off', true))`
const remove = `${unhurried} delete from outbox using unhurried where id = any($1::bigint[])`
const tell = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
const mark = `${unhurried},
  marked as (update outbox set published = now() from unhurried where id = any($1::bigint[]))
  select pg_notify($2, payload) from unnest($3::text[]) as payload`

/**
 * The outbox after the commit: marks rows as published, announces them to other processes and deletes old
 * ones; the only process removes them at once. Losing such a write loses no message, so its commit does not
 * wait for the disk.
 */
export function createOutbox({ pool, log, announce, relayed = false }: OutboxOptions): Outbox {
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
      if (relayed) await pool.query(tell, [announce?.channel ?? '', announce?.payloads(ids) ?? []])
      else if (announce) await pool.query(mark, [ids, announce.channel, announce.payloads(ids)])
      else await pool.query(remove, [ids])
    }
  }

  async function sweep(grace: number): Promise<void> {
    const lost = await inSteps(
      `update outbox set published = now() where id in (
         select id from outbox where published is null and created <= now() - make_interval(secs => $1)
         order by id limit $2)`,
      [grace, stepRows],
    )
    if (lost && relayed) log.error({ rows: lost }, 'live messages waited too long for the realtime service')
    else if (lost && announce) await pool.query('select pg_notify($1, $2)', [announce.channel, announce.gap])
    await inSteps(
      `delete from outbox where id in (
         select id from outbox where published < now() - make_interval(secs => $1) order by id limit $2)`,
      [keepSeconds, stepRows],
    )
  }

  async function inSteps(statement: string, values: unknown[]): Promise<number> {
    let total = 0
    for (;;) {
      const { rowCount } = await pool.query(statement, values)
      total += rowCount ?? 0
      if ((rowCount ?? 0) < stepRows) return total
    }
  }

  /** Runs jobs one after the other. A failure is logged, and the next sweep repairs what it left. */
  function enqueue(job: () => Promise<void>): Promise<void> {
    work = work.then(job).catch((error: unknown) => log.error({ err: toError(error) }, 'outbox'))
    return work
  }

  return {
    async start() {
      // // For the only process on the database, every unpublished row is that of a dead process.
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
