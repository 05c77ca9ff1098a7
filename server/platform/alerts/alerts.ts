import { sql, type Kysely } from 'kysely'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { AttentionTrx, OnItemsTurned } from '../attention/items.ts'
import { advisoryLocks, type Database } from '../db/database.ts'
import { inTurn } from '../db/turns.ts'
import { sendDue } from './due.ts'
import { followItems } from './item-turns.ts'
import { createAlertOutbox, type AlertOutboxOptions } from './outbox.ts'
import { purgeAlerts } from './purge.ts'
import { takeRunEnds } from './run-ends.ts'

/** How long changes are collected, and how often is looked for what is due. */
const COLLECT_MS = 200
const LOOK_MS = 1000
const PURGE_MS = 600_000

export interface AlertsOptions extends AlertOutboxOptions {
  db: Kysely<Database>
  log: Logger
}

export type Alerts = ReturnType<typeof createAlerts>

/**
 * Sends messages about what opens on Attention and about runs that end, as rules say. One process at a time makes
 * messages of what is due; every process sends them.
 */
export function createAlerts(options: AlertsOptions) {
  const { db, clock, log } = options
  const outbox = createAlertOutbox(options)
  let purged = clock.now()

  /** One batch; resolves with whether more may wait. Not when another process works. */
  const oneBatch = async (work: (trx: AttentionTrx) => Promise<boolean>): Promise<boolean> =>
    (await inTurn(db, advisoryLocks.alerts, work)) ?? false

  const messages = createWorkLoop({
    log,
    // The transaction has changed nothing then; it is tried again at the next turn.
    failure: 'messages of alerts could not be made',
    collectMs: COLLECT_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      if (!(await waits(db, clock.now()))) return
      while ((await oneBatch((trx) => takeRunEnds(trx, clock.now()))) && !isStopping());
      while ((await oneBatch((trx) => sendDue(trx, clock.now()))) && !isStopping());
      deliveries.soon()
    },
    async look() {
      if (clock.now() - purged < PURGE_MS) return
      purged = clock.now()
      await purgeAlerts(db, purged)
    },
  })

  const onEnd = (error: unknown) => {
    if (error !== null) log.warn({ err: toError(error) }, 'a delivery of an alert could not be marked')
    deliveries.soon()
  }
  const deliveries = createWorkLoop({
    log,
    // What was taken is tried again after its lease.
    failure: 'deliveries of alerts could not be taken',
    collectMs: COLLECT_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      while (!isStopping() && (await outbox.begin(onEnd)));
    },
  })

  const onItemsTurned: OnItemsTurned = async (trx, turns, now) => {
    await followItems(trx, turns, now)
    messages.soon()
  }

  return {
    onItemsTurned,
    /** A delivery is due at once. */
    soon: deliveries.soon,
    start() {
      messages.start()
      deliveries.start()
    },
    /** Makes and sends all that is due, unless another process does so at this moment. */
    async settle(): Promise<void> {
      await messages.turn()
      await deliveries.turn()
      await outbox.settled()
    },
    async stop(): Promise<void> {
      await Promise.all([messages.stop(), deliveries.stop()])
      await outbox.settled()
    },
  }
}

/** Whether there is anything to do: a look costs one statement. */
async function waits(db: Kysely<Database>, now: number): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from alert_run_ends)
      or exists (select from alert_pending where due <= ${new Date(now)}) as some`.execute(db)
  return rows[0]?.some ?? false
}
