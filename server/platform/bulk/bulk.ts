import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BulkAction, BulkSelection } from '#shared/bulk/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { mapBounded, createPermits } from '#server/lib/concurrency.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { AuditRecord, Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { asDatabaseFault } from '../plugins/answers.ts'
import { createProgress, type Settled, type WaitingRow } from './progress.ts'
import { createReceiptStore, type NewReceipt } from './store.ts'

/** Rows in progress at a time in one process, over all receipts: the database has other work to do. */
const WIDTH = 16
/** Results are written when there are this many, or at the next interval. */
const BATCH = 200
const beatMs = 500

export interface BulkDeps {
  db: Kysely<Database>
  clock: Clock
  log: Logger
  /** Applies the action to one row, as the call on a single row does; resolves with its audit record. */
  actions: Record<RowAction, (accountId: string, author: Author, row: BulkRow) => Promise<AuditRecord>>
  /**
   * How long a process may be silent until another takes over its receipts, and how often each process
   * checks.
   */
  silentMs?: number
  sweepEveryMs?: number
}

/** Actions whose rows are done one by one. */
export type RowAction = Exclude<BulkAction, 'backfill-schedule'>

/** A row of an action, and what the action was asked for. */
export interface BulkRow {
  id: string
  input: JsonObject | null
  alias: string | undefined
  selection: BulkSelection
}

interface Job {
  id: string
  action: RowAction
  accountId: string
  author: Omit<Author, 'at'>
  alias: string | undefined
  selection: BulkSelection
  /** Another process began it: rows that it processed without storing the result are processed again. */
  resumed: boolean
}

export type Bulk = ReturnType<typeof createBulk>

/**
 * Actions on many rows. The selection is stored first, as a receipt; then its rows are processed one by one,
 * each like a call on that row, whether the caller waits or not. Results are written in batches. Any process
 * finishes what another leaves; a row that was processed but not stored is then tried again, and its result
 * says so.
 */
export function createBulk(deps: BulkDeps) {
  const { db, clock, log, actions, silentMs = 15_000, sweepEveryMs = 1000 } = deps
  const worker = randomUUID()
  const store = createReceiptStore(db)
  const progress = createProgress(db, worker)
  const permits = createPermits(WIDTH)
  /** By the ids of their receipts. */
  const jobs = new Map<string, Promise<void>>()
  let stopping = false
  const sweeps = createWorkLoop({
    log,
    failure: 'receipts cannot be looked through',
    collectMs: 0,
    everyMs: sweepEveryMs,
    drain: sweep,
  })

  function begin(job: Job): Promise<void> {
    const done = work(job)
      .catch((error: unknown) =>
        log.warn({ err: toError(error), receiptId: job.id }, 'a receipt is left for later'),
      )
      .finally(() => jobs.delete(job.id))
    jobs.set(job.id, done)
    return done
  }

  async function work(job: Job): Promise<void> {
    let settled: Settled[] = []
    let mine = true
    let writing = Promise.resolve()
    const flush = () => {
      const batch = settled
      settled = []
      writing = writing.then(async () => {
        mine = (await progress.settle(job.id, job.accountId, batch)) && mine
      })
      return writing
    }
    const beat = setInterval(() => void flush().catch(() => (mine = false)), beatMs)
    try {
      await mapBounded(await progress.waiting(job.id), WIDTH, async (row) => {
        if (stopping || !mine) return
        const result = await permits.run(() => attempt(job, row))
        settled.push(result)
        if (settled.length >= BATCH) await flush()
      })
    } finally {
      clearInterval(beat)
      await flush()
    }
    if (mine && !stopping) await progress.end(job.id, new Date(clock.now()))
  }

  async function attempt(job: Job, { position, entity_id: id, input }: WaitingRow): Promise<Settled> {
    try {
      const author = { ...job.author, at: new Date(clock.now()) }
      const { alias, selection } = job
      const record = await actions[job.action](job.accountId, author, { id, input, alias, selection })
      return { position, done: { author, record }, refusal: null }
    } catch (error) {
      const fault = asFault(error)
      // The database is unavailable, the row is not wrong: left for later.
      if (fault.code === 'UNAVAILABLE') throw fault
      if (fault.statusCode >= 500) log.error({ err: toError(error), receiptId: job.id }, 'a row failed')
      const { statusCode, message } = fault
      const again = job.resumed && statusCode === 409 ? `${message}. ${maybeDone}` : message
      return { position, done: null, refusal: { statusCode, message: again } }
    }
  }

  async function sweep(): Promise<void> {
    // A machine that slept makes its own process look silent.
    const working = [...jobs.keys()]
    for (const row of await progress.takeAbandoned(silentMs, new Date(clock.now()), working)) {
      // Its first process; when that one has died, another one is this late.
      const held = row.held_until !== null && row.held_until.getTime() > clock.now() - silentMs
      if (!held) log.info({ receiptId: row.id }, 'a receipt that another process left is taken up')
      void begin({
        id: row.id,
        action: row.action,
        accountId: row.account_id,
        alias: row.alias ?? undefined,
        selection: row.selection,
        resumed: !held,
        author: { actor: row.created_by ?? 'unknown', source: row.source },
      })
    }
  }

  return {
    store,

    /**
     * Stores the selection and starts processing it, unless it is held: then any process starts it when its time has
     * come. `done` resolves when no row is pending, or this process stops, and at once while it is held.
     */
    async start(
      accountId: string,
      author: Author,
      receipt: NewReceipt & { action: RowAction },
    ): Promise<{ id: string; done: Promise<void> }> {
      const { id, known } = await store.create(accountId, author, worker, receipt)
      const { action, alias, selection, holdSeconds = 0 } = receipt
      const job = { id, action, accountId, author, alias, selection, resumed: false }
      return { id, done: known || holdSeconds > 0 ? Promise.resolve() : begin(job) }
    },

    /** Checks periodically for receipts that other processes left. */
    watch: sweeps.start,
    sweep: sweeps.turn,

    /** Finishes the rows in progress; the others are left to the next process. */
    async stop(): Promise<void> {
      stopping = true
      // What a sweep takes is released with the others.
      await sweeps.stop()
      await Promise.all(jobs.values())
      await progress.release()
    },
  }
}

function asFault(error: unknown): AppError {
  if (error instanceof AppError) return error
  return asDatabaseFault(toError(error)) ?? new AppError('INTERNAL')
}

const maybeDone = 'The process that worked on this ended meanwhile, so it may have been done before'
