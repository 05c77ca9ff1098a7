import { sql, type Kysely, type Selectable } from 'kysely'
import type { BulkAction } from '#shared/bulk/contract.ts'
import { recordAudits, type AuditRecord, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import type { ReceiptRowTable, ReceiptTable } from '../db/tables/runs.ts'

/** A receipt whose rows are done one by one. */
export type OpenReceipt = Selectable<ReceiptTable> & { action: Exclude<BulkAction, 'backfill-schedule'> }
export type WaitingRow = Pick<Selectable<ReceiptRowTable>, 'position' | 'entity_id' | 'input'>

/** The result of one row: done, or refused. */
export interface Settled {
  position: number
  done: { author: Author; record: AuditRecord } | null
  refusal: { statusCode: number; message: string } | null
}

export type Progress = ReturnType<typeof createProgress>

/**
 * The progress of receipts. `worker` names a process; its writes to a receipt that another process has taken
 * change nothing.
 */
export function createProgress(db: Kysely<Database>, worker: string) {
  return {
    waiting: (receiptId: string): Promise<WaitingRow[]> =>
      db
        .selectFrom('receipt_rows')
        .select(['position', 'entity_id', 'input'])
        .where('receipt_id', '=', receiptId)
        .where('ok', 'is', null)
        .orderBy('position')
        .execute(),

    /**
     * Writes results, their audit rows, and that this process is alive. False, and nothing is written, when
     * another process has taken the receipt.
     */
    settle(receiptId: string, accountId: string, settled: readonly Settled[]): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const done = settled.flatMap((row) => row.done ?? [])
        const { numUpdatedRows } = await trx
          .updateTable('receipts')
          .set((column) => ({
            worked: sql<Date>`now()`,
            done: column('done', '+', done.length),
            failed: column('failed', '+', settled.length - done.length),
          }))
          .where('id', '=', receiptId)
          .where('worker', '=', worker)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await recordAudits(trx, accountId, done)
        await sql`
          update receipt_rows r set ok = c.ok, status_code = c.status_code, error = c.error, input = null
          from unnest(${settled.map(({ position }) => position)}::integer[],
            ${settled.map((row) => row.done !== null)}::boolean[],
            ${settled.map(({ refusal }) => refusal?.statusCode ?? null)}::integer[],
            ${settled.map(({ refusal }) => refusal?.message ?? null)}::text[])
            as c (position, ok, status_code, error)
          where r.receipt_id = ${receiptId} and r.position = c.position`.execute(trx)
        return true
      })
    },

    async end(receiptId: string, at: Date): Promise<void> {
      await db
        .updateTable('receipts')
        .set({ ended: at, worker: null })
        .where('id', '=', receiptId)
        .where('worker', '=', worker)
        .execute()
    },

    /** Releases the receipts that this process has not finished. */
    async release(): Promise<void> {
      await db
        .updateTable('receipts')
        .set({ worker: null })
        .where('worker', '=', worker)
        .where('ended', 'is', null)
        .execute()
    },

    /**
     * Takes receipts that are not held any more and have no process, or whose process has been silent for that long, except
     * those that this process is working on. The scheduler does those of backfills.
     */
    async takeAbandoned(silentMs: number, now: Date, working: readonly string[]): Promise<OpenReceipt[]> {
      const { rows } = await sql<OpenReceipt>`
        update receipts set worker = ${worker}, worked = now() where id in (
          select id from receipts
          where ended is null and action <> 'backfill-schedule' and (worker is null or worked < now() - ${silentMs} * interval '1 millisecond')
            and (held_until is null or held_until <= ${now}) and id <> all(${working}::text[])
          order by id limit 10 for update skip locked)
        returning *`.execute(db)
      return rows
    },
  }
}
