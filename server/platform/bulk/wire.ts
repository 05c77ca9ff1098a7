import type { Selectable } from 'kysely'
import type { BulkResult, ReceiptSummary } from '#shared/bulk/contract.ts'
import type { ReceiptRowTable, ReceiptTable } from '../db/tables/runs.ts'

/** A receipt as lists answer it. */
export const wireSummary = (row: Selectable<ReceiptTable>): ReceiptSummary => ({
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
})

/** What came of one row of a receipt. */
export const wireResult = (row: Selectable<ReceiptRowTable>): BulkResult => ({
  id: row.entity_id,
  name: row.name,
  ok: row.ok,
  ...(row.status_code === null ? {} : { statusCode: row.status_code }),
  ...(row.error === null ? {} : { error: row.error }),
})
