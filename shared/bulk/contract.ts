import { z } from 'zod'
import { jsonObject } from '../lib/json.ts'
import { restricting, id, moment, text } from '../lib/wire.ts'
import { MAX_PAGE_SIZE } from '../lib/list-limits.ts'

/** Maximum number of rows in one action. */
export const MAX_BULK_ROWS = MAX_PAGE_SIZE

export const bulkActions = [
  'cancel-workqueues',
  'restart-tasks',
  'start-workqueues',
  'backfill-schedule',
] as const
export type BulkAction = (typeof bulkActions)[number]

/** Longest time that an action waits before it begins, in seconds, and can be cancelled. */
export const MAX_HOLD_SECONDS = 60
export const holdSeconds = z.number().int().min(0).max(MAX_HOLD_SECONDS)

/**
 * Body of an action on many rows: `{ ids }` (1 to 9,999) or `{ filter }`, the filters of the list, of which
 * at least one must restrict the rows. `requestId` is the caller's name for its request: a repeated request
 * is not executed again but answered with the first receipt.
 */
export const bulkBody = <Filters extends z.ZodObject>(filters: Filters, more: z.ZodRawShape = {}) =>
  z
    .strictObject({
      ...more,
      ids: z.array(id).min(1).max(MAX_BULK_ROWS).optional(),
      filter: restricting(filters).optional(),
      requestId: text(100).optional(),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
      message: 'must hold either ids or filter',
    })

/** The result of one row; `ok` is null while the row waits. */
export const bulkResult = z.object({
  id,
  name: z.string().nullable(),
  ok: z.boolean().nullable(),
  statusCode: z
    .number()
    .int()
    .optional()
    .describe('The status that the call on this row alone would have: 404, 409'),
  error: z.string().optional(),
})
export type BulkResult = z.infer<typeof bulkResult>

export const selection = z.union([
  z.object({ by: z.literal('ids') }),
  z.object({ by: z.literal('filter'), filter: jsonObject }),
  /** The tasks of a failure group. */
  z.object({ by: z.literal('failure'), id, title: z.string() }),
  /** New runs of a plan in an app. */
  z.object({ by: z.literal('plan'), id, name: z.string(), appId: id }),
  /** Times of a schedule, from the first to the last. */
  z.object({ by: z.literal('schedule'), id, name: z.string(), appId: id, from: moment, to: moment }),
])
export type BulkSelection = z.infer<typeof selection>

/** What an action on many rows was about when it began. */
export const receiptAbout = z.object({
  name: z
    .string()
    .describe(
      'The run, plan, failure or app that all its rows belong to; empty where they have none in common',
    ),
  appId: id.nullable(),
  workqueueId: id.nullable(),
  status: z.string().nullable().describe('The status that all its rows had'),
})
export type ReceiptAbout = z.infer<typeof receiptAbout>

/** A row of `GET receipts`. */
export const receiptSummary = z.object({
  _id: id,
  action: z.enum(bulkActions),
  requestId: z.string().nullable(),
  selection,
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  created: moment,
  createdBy: z.string().nullable(),
  ended: moment.nullable().describe('When all rows were done; null while rows wait'),
  alias: z.string().nullish().describe('The alias that its tasks move to'),
  heldUntil: moment.nullish().describe('When it begins; before that it can be cancelled'),
  cancelledBy: z.string().nullish().describe('Who cancelled it; its rows were not processed'),
  about: receiptAbout.nullish(),
})
export type ReceiptSummary = z.infer<typeof receiptSummary>

/** `GET receipts/{id}`: with the result of each row, in the order of the selection. */
export const receipt = receiptSummary.extend({ results: z.array(bulkResult) })
export type Receipt = z.infer<typeof receipt>

/** Filters of `GET receipts`. */
export const receiptFilters = z.object({
  action: z.enum(bulkActions).optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})
