import { sql, type Kysely, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { BulkAction, BulkSelection, Receipt, receiptFilters } from '#shared/bulk/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit, type Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { createdBetween, equals } from '../db/listing.ts'
import { createOwnedReads } from '../db/owned-reads.ts'
import type { ReceiptTable } from '../db/tables/runs.ts'
import { wireResult, wireSummary } from './wire.ts'

export type ReceiptFilters = z.output<typeof receiptFilters>

export const receiptSortKeys = ['created', 'ended'] as const
const sortColumns = { created: 'created', ended: 'ended' }

/** A row that was chosen; without a name the account has no such row. */
export interface Chosen {
  id: string
  name: string | null
}

export interface NewReceipt {
  action: BulkAction
  requestId: string | undefined
  selection: BulkSelection
  rows: readonly Chosen[]
}

export type ReceiptRow = Selectable<ReceiptTable>
export type ReceiptStore = ReturnType<typeof createReceiptStore>

/** Receipts as they are made and read. */
export function createReceiptStore(db: Kysely<Database>) {
  const { list, count, findRow } = createOwnedReads({
    db,
    table: 'receipts',
    sortColumns,
    matching: ({ action, ...range }: ReceiptFilters) => [
      action !== undefined && equals('action', action),
      ...createdBetween('created', range),
    ],
    wire: wireSummary,
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
      return { ...wireSummary(receipt), results: rows.map(wireResult) }
    },

    /**
     * Stores what is to be done before any of it is, for `worker` to do; answers its id, and whether the same request has
     * been taken before. CONFLICT when that one was for another action.
     */
    create(accountId: string, author: Author, worker: string, receipt: NewReceipt) {
      const { action, requestId = null, selection, rows } = receipt
      return db.transaction().execute(async (trx): Promise<{ id: string; known: boolean }> => {
        const id = newId(author.at.getTime())
        const made = await trx
          .insertInto('receipts')
          .values({
            id,
            account_id: accountId,
            action,
            request_id: requestId,
            total: rows.length,
            worker,
            created: author.at,
            created_by: author.actor,
            source: author.source,
            selection: JSON.stringify(selection),
          })
          .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made && requestId !== null) return { id: await known(accountId, action, requestId), known: true }
        await sql`
          insert into receipt_rows (receipt_id, position, entity_id, name)
          select ${id}, position, entity_id, name
          from unnest(${rows.map((row) => row.id)}::text[], ${rows.map(({ name }) => name)}::text[])
            with ordinality as chosen (entity_id, name, position)`.execute(trx)
        await recordAudit(trx, accountId, author, { action, entity: 'receipt', entityId: id })
        return { id, known: false }
      })
    },
  }

  async function known(accountId: string, action: BulkAction, requestId: string): Promise<string> {
    const first = await db
      .selectFrom('receipts')
      .select(['id', 'action'])
      .where('account_id', '=', accountId)
      .where('request_id', '=', requestId)
      .executeTakeFirst()
    if (first?.action !== action)
      throw new AppError('CONFLICT', 'body/requestId: names a request for another action')
    return first.id
  }
}
