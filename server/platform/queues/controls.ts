import { sql, type Kysely } from 'kysely'
import type { QueueControl, QueueRow } from '#shared/domains/queues/contract.ts'
import { accountQueuesChannel, type LiveMessage } from '#shared/realtime/events.ts'
import { recordAudits, type AuditRecord, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { allOf } from '../db/listing.ts'
import { storeMessages } from '../db/store-messages.ts'
import type { LivePublisher } from '../engine/types.ts'
import type { QueueScope } from './read-counts.ts'
import { withdrawSent } from './sent-tasks.ts'

/** What people have set for a queue. */
export interface ControlRow extends Pick<QueueRow, 'type' | 'alias' | 'limit'> {
  paused: QueueRow['paused']
}

export async function readControls(db: Kysely<Database>, scope: QueueScope): Promise<ControlRow[]> {
  const { accountId, type, alias } = scope
  const rows = await db
    .selectFrom('queue_controls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) =>
      allOf([type !== undefined && eb('type', '=', type), alias !== undefined && eb('alias', '=', alias)]),
    )
    .execute()
  return rows.map((row) => ({
    type: row.type,
    alias: row.alias,
    limit: row.running_limit,
    paused:
      row.paused_at === null
        ? null
        : { by: row.paused_by ?? '', at: row.paused_at.toISOString(), reason: row.pause_reason },
  }))
}

/** A task that was reserved before a pause is handed out in less time than this, in milliseconds. */
const HANDED_OUT_MS = 2000
const LOOK_MS = 10

export type QueueControls = ReturnType<typeof createQueueControls>

/** Pauses and limits of queues; all processes of the platform keep to them as soon as a change is answered. */
export function createQueueControls(db: Kysely<Database>, publisher: LivePublisher) {
  return {
    async change(
      accountId: string,
      queue: { type: string; alias: string },
      { paused, reason, limit }: QueueControl,
      author: Author,
    ): Promise<void> {
      const messages: LiveMessage[] = [
        { channel: accountQueuesChannel(accountId), event: 'update', data: queue },
      ]
      const outboxId = await db.transaction().execute(async (trx) => {
        const key = { account_id: accountId, ...queue }
        // One statement, because a row that is only read can be deleted by a change at the same time.
        const before = await trx
          .insertInto('queue_controls')
          .values(key)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'type', 'alias']).doUpdateSet({ type: queue.type }),
          )
          .returning(['paused_at', 'pause_reason', 'running_limit'])
          .executeTakeFirstOrThrow()
        const own = (name: 'account_id' | 'type' | 'alias') => sql<boolean>`${sql.ref(name)} = ${key[name]}`
        const ofQueue = allOf([own('account_id'), own('type'), own('alias')])
        const isPaused = before.paused_at !== null
        const isReasonNew = reason !== undefined && (reason || null) !== before.pause_reason
        const pauses = (paused ?? isPaused) && (!isPaused || isReasonNew)
        const set = {
          ...(pauses && { paused_by: author.actor, paused_at: author.at, pause_reason: reason || null }),
          ...(paused === false && { paused_by: null, paused_at: null, pause_reason: null }),
          ...(limit !== undefined && { running_limit: limit }),
        }
        if (Object.keys(set).length > 0)
          await trx.updateTable('queue_controls').set(set).where(ofQueue).execute()
        // What a service has, and no worker has begun, is given out again, as it is allowed from now on.
        if (set.paused_at || set.running_limit)
          await withdrawSent(trx, { accountId, ...queue }, author.at.getTime())
        // A queue without a row costs a receive nothing.
        await trx
          .deleteFrom('queue_controls')
          .where(ofQueue)
          .where('paused_at', 'is', null)
          .where('running_limit', 'is', null)
          .execute()
        const records: AuditRecord[] = []
        const of = { entity: 'queue', entityId: `${queue.type}/${queue.alias}` }
        if (pauses || (paused === false && isPaused))
          records.push({
            ...of,
            action: pauses ? 'pause' : 'resume',
            ...(pauses && reason ? { reason } : {}),
          })
        if (limit !== undefined && limit !== before.running_limit)
          records.push({ ...of, action: 'limit', detail: limit === null ? 'no limit' : String(limit) })
        if (records.length === 0) return null
        await recordAudits(
          trx,
          accountId,
          records.map((record) => ({ author, record })),
        )
        return (await storeMessages(trx, messages)).outboxId
      })
      if (paused === true) await untilHandedOut(accountId, queue)
      if (outboxId !== null) publisher.committed(outboxId, messages)
    },
  }

  /** Waits until what was reserved before the pause has begun: afterwards nothing of the queue is handed out. */
  async function untilHandedOut(
    accountId: string,
    { type, alias }: { type: string; alias: string },
  ): Promise<void> {
    const end = Date.now() + HANDED_OUT_MS
    for (;;) {
      const { rows } = await sql<{ some: boolean }>`
        select exists (
          select from task_leases l join waiting_tasks w on w.task_id = l.task_id
          where l.queue = queue_key(${accountId}, ${type}, ${alias}) and l.attempt > w.attempt
            and l.visible_until > now()) as some`.execute(db)
      if (!rows[0]?.some || Date.now() >= end) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
}
