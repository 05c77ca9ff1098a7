import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type {
  BulkAction,
  BulkResult,
  BulkSelection,
  Receipt,
  receiptFilters,
  ReceiptSummary,
} from '#shared/bulk/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { type Author, recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { createdBetween } from '../db/listing.ts'
import { createOwnedReads } from '../db/owned-reads.ts'
import { notFound } from '../db/ownership.ts'
import type { ReceiptRowTable, ReceiptTable } from '../db/tables/runs.ts'
import { aboutRows } from './about.ts'

export type ReceiptFilters = z.output<typeof receiptFilters>

export const receiptSortKeys = ['created', 'ended'] as const

/** A selected row; without a name the account has no such row. */
export interface Chosen {
  id: string
  name: string | null
  /** What the action needs besides the id; kept until the row is done. */
  input?: JsonObject
}

export interface NewReceipt {
  action: BulkAction
  requestId: string | undefined
  selection: BulkSelection
  rows: readonly Chosen[]
  /** Where its tasks move to. */
  alias?: string | undefined
  /** It waits that long, and can be cancelled. */
  holdSeconds?: number | undefined
}

export type ReceiptRow = Selectable<ReceiptTable>
export type ReceiptStore = ReturnType<typeof createReceiptStore>

/** Creates and reads receipts. */
export function createReceiptStore(db: Kysely<Database>) {
  const { list, count, findRow } = createOwnedReads({
    db,
    table: 'receipts',
    sortKeys: receiptSortKeys,
    rows: (on) => on.selectFrom('receipts').selectAll(),
    matching: (eb, { action, ...range }: ReceiptFilters) => [
      action !== undefined && eb('action', '=', action),
      ...createdBetween(eb, 'created', range),
    ],
    wire: wireReceiptSummary,
  })

  return {
    list,
    count,

    /** With the result of every row. */
    async find(accountId: string, id: string): Promise<Receipt | null> {
      const receipt = await findRow(db, accountId, id)
      if (!receipt) return null
      const rows = await db
        .selectFrom('receipt_rows')
        .selectAll()
        .where('receipt_id', '=', id)
        .orderBy('position')
        .execute()
      return { ...wireReceiptSummary(receipt), results: rows.map(wireResult) }
    },

    /**
     * Cancels a receipt that is still held. False when it has begun, or was cancelled before; NOT_FOUND for one that the
     * account does not have.
     */
    cancel(accountId: string, author: Author, id: string): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const receipt = await findRow(trx, accountId, id, true)
        if (!receipt) throw notFound('receipts')
        const { held_until, worker, ended } = receipt
        if (ended !== null || worker !== null || held_until === null || held_until <= author.at) return false
        await trx
          .updateTable('receipts')
          .set({ ended: author.at, cancelled_by: author.actor })
          .where('id', '=', id)
          .execute()
        await recordAudit(trx, accountId, author, { action: 'cancel', entity: 'receipt', entityId: id })
        return true
      })
    },

    /**
     * Stores the selection before any row is processed, for `worker` to process. Resolves with its id, and
     * whether the same request was stored before. CONFLICT when that request was for another action.
     */
    create(accountId: string, author: Author, worker: string, receipt: NewReceipt) {
      return db.transaction().execute(async (trx): Promise<{ id: string; known: boolean }> => {
        const id = await insertReceipt(trx, accountId, author, worker, receipt)
        if (id !== null) return { id, known: false }
        return { id: await findKnown(trx, accountId, receipt.action, receipt.requestId!), known: true }
      })
    },
  }
}

/** The id of the receipt that was stored for this request before; CONFLICT when it was for another action. */
async function findKnown(
  trx: Transaction<Database>,
  accountId: string,
  action: BulkAction,
  requestId: string,
): Promise<string> {
  const first = await trx
    .selectFrom('receipts')
    .select(['id', 'action'])
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (first?.action !== action) throw faultOf('requestId', 'names a request for another action', 'CONFLICT')
  return first.id
}

/** Stores a receipt with its rows; null when the account has one of the same request. */
export async function insertReceipt(
  trx: Transaction<Database>,
  accountId: string,
  author: Author,
  worker: string | null,
  receipt: NewReceipt,
): Promise<string | null> {
  const { action, requestId = null, selection, rows, alias = null, holdSeconds = 0 } = receipt
  const heldUntil = holdSeconds > 0 ? new Date(author.at.getTime() + holdSeconds * 1000) : null
  const id = newId(author.at.getTime())
  const made = await trx
    .insertInto('receipts')
    .values({
      id,
      account_id: accountId,
      action,
      request_id: requestId,
      total: rows.length,
      worker: heldUntil ? null : worker,
      alias,
      held_until: heldUntil,
      created: author.at,
      created_by: author.actor,
      source: author.source,
      selection: JSON.stringify(selection),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  await sql`
    insert into receipt_rows (receipt_id, position, entity_id, name, input)
    select ${id}, position, entity_id, name, input::json
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ input }) => (input === undefined ? null : JSON.stringify(input)))}::text[])
      with ordinality as chosen (entity_id, name, input, position)`.execute(trx)
  const about = JSON.stringify(await aboutRows(trx, id, receipt))
  await trx.updateTable('receipts').set({ about }).where('id', '=', id).execute()
  const within = 'id' in selection ? selection.id : null
  await recordAudit(trx, accountId, author, { action, entity: 'receipt', entityId: id, within })
  return id
}

/** The wire form of a receipt in lists. */
export const wireReceiptSummary = (row: Selectable<ReceiptTable>): ReceiptSummary => ({
  _id: row.id,
  action: row.action,
  requestId: row.request_id,
  selection: row.selection,
  total: row.total,
  done: row.done,
  failed: row.failed,
  created: row.created.toISOString(),
  createdBy: row.created_by,
  ended: row.ended?.toISOString() ?? null,
  alias: row.alias,
  heldUntil: row.held_until?.toISOString() ?? null,
  cancelledBy: row.cancelled_by,
  ...(row.about && { about: row.about }),
})

/** The result of one row of a receipt. */
export const wireResult = (row: Selectable<ReceiptRowTable>): BulkResult => ({
  id: row.entity_id,
  name: row.name,
  ok: row.ok,
  ...(row.status_code === null ? {} : { statusCode: row.status_code }),
  ...(row.error === null ? {} : { error: row.error }),
})
