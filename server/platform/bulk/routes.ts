import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import {
  bulkBody,
  MAX_BULK_ROWS,
  receipt,
  receiptFilters,
  receiptSummary,
  type BulkAction,
  type BulkSelection,
} from '#shared/bulk/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { accountCallerOf, authorOf } from '../auth/caller.ts'
import type { Database } from '../db/database.ts'
import { notFound, type OwnedTable } from '../db/ownership.ts'
import { registerReads } from '../plugins/generic-calls.ts'
import { accountChange } from '../plugins/audit.ts'
import type { ZodTypeProvider } from '../plugins/validation.ts'
import type { Bulk } from './bulk.ts'
import { receiptSortKeys, type Chosen } from './store.ts'

/** Short actions are answered when they are over, long ones before. */
const answerWithinMs = 1000

/** `GET receipts`, `/count`, `/findOne` and `/{id}`: the results of actions on many rows. */
export async function receiptRoutes(app: FastifyInstance, { bulk }: { bulk: Bulk }): Promise<void> {
  registerReads(app, {
    table: 'receipts',
    entity: receipt,
    row: receiptSummary,
    filters: receiptFilters,
    sortKeys: receiptSortKeys,
    store: bulk.store,
  })
}

interface BulkCall<Shape extends z.ZodRawShape> {
  db: Kysely<Database>
  clock: Clock
  bulk: Bulk
  /** The call, as `/workqueues/bulk/cancel`. */
  url: string
  action: BulkAction
  /** The table of the rows. */
  table: OwnedTable
  filters: z.ZodObject<Shape>
  summary: string
  /** The rows that match the filters and that the action applies to, at most `limit`. */
  choose(accountId: string, filters: z.output<z.ZodObject<Shape>>, limit: number): Promise<Chosen[]>
}

/**
 * Registers an action on many rows: 200 with the receipt when all is done within a second, else 202 with the
 * unfinished receipt; the action continues whether the caller waits or not. A filter is evaluated once, when
 * the action begins.
 */
export function registerBulk<Shape extends z.ZodRawShape>(app: FastifyInstance, call: BulkCall<Shape>): void {
  const { db, clock, bulk, action, table, choose } = call
  const body = bulkBody(call.filters)
  const schema = { body, summary: call.summary, answer: { body: receipt } }
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(call.url, { config: accountChange(action, 'receipt'), schema }, async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { ids, filter, requestId } = request.body as {
        ids?: string[]
        filter?: z.output<z.ZodObject<Shape>>
        requestId?: string
      }
      const rows = filter
        ? await choose(accountId, filter, MAX_BULK_ROWS + 1)
        : await byIds(db, accountId, table, ids ?? [])
      if (rows.length > MAX_BULK_ROWS)
        throw faultOf('filter', `selects more than ${MAX_BULK_ROWS} rows; restrict it further`)
      const selection: BulkSelection = filter ? { by: 'filter', filter: filter as JsonObject } : { by: 'ids' }
      const begun = await bulk.start(accountId, authorOf(request, clock), {
        action,
        requestId,
        selection,
        rows,
      })
      await within(answerWithinMs, begun.done)
      const found = await bulk.store.find(accountId, begun.id)
      if (!found) throw notFound('receipts')
      return reply.code(found.ended === null ? 202 : 200).send(found)
    })
}

/** Each id once, in order; those that the account does not have are kept, without a name. */
async function byIds(
  db: Kysely<Database>,
  accountId: string,
  table: OwnedTable,
  ids: readonly string[],
): Promise<Chosen[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids})`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...new Set(ids)].map((id) => ({ id, name: names.get(id) ?? null }))
}

async function within(ms: number, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([done, limit])
  clearTimeout(timer)
}
