import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import {
  bulkBody,
  holdSeconds,
  MAX_BULK_ROWS,
  receipt,
  receiptFilters,
  receiptSummary,
  type BulkSelection,
  type Receipt,
} from '#shared/bulk/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { text } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { accountCallerOf, authorOf } from '../auth/caller.ts'
import type { Author } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { notFound, type OwnedTable } from '../db/ownership.ts'
import { idParams, registerReads } from '../plugins/generic-calls.ts'
import { accountChange } from '../plugins/audit.ts'
import type { ZodTypeProvider } from '../plugins/validation.ts'
import type { Bulk, RowAction } from './bulk.ts'
import { receiptSortKeys, type Chosen, type NewReceipt } from './store.ts'

/** Short actions are answered when they are over, long ones before. */
const answerWithinMs = 1000

/** The results of actions on many rows, and the end of those that are held. */
export async function receiptRoutes(
  app: FastifyInstance,
  { bulk, clock }: { bulk: Bulk; clock: Clock },
): Promise<void> {
  registerReads(app, {
    table: 'receipts',
    entity: receipt,
    row: receiptSummary,
    filters: receiptFilters,
    sortKeys: receiptSortKeys,
    store: bulk.store,
  })

  const cancel = {
    params: idParams,
    summary: 'Cancel an action that waits before it begins',
    answer: { body: receipt },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/receipts/:id/cancel',
      { config: accountChange('cancel'), schema: cancel },
      async (request): Promise<Receipt> => {
        const { accountId } = accountCallerOf(request)
        const { id } = request.params
        if (!(await bulk.store.cancel(accountId, authorOf(request, clock), id)))
          throw new AppError('CONFLICT', 'The action has begun: it cannot be cancelled')
        return receiptOf(bulk, accountId, id)
      },
    )
}

interface BulkCall<Shape extends z.ZodRawShape> {
  db: Kysely<Database>
  clock: Clock
  bulk: Bulk
  /** The call, as `/workqueues/bulk/cancel`. */
  url: string
  action: RowAction
  /** The table of the rows. */
  table: OwnedTable
  filters: z.ZodObject<Shape>
  summary: string
  /** The rows that match the filters and that the action applies to, at most `limit`; `alias` is where they move to. */
  choose(
    accountId: string,
    filters: z.output<z.ZodObject<Shape>>,
    limit: number,
    alias?: string,
  ): Promise<Chosen[]>
  /** The action moves tasks to an alias, if it may; throws naming the field `alias`. Absent: it does not. */
  requireAlias?(accountId: string, ids: readonly string[], alias: string): Promise<void>
}

/**
 * Registers an action on many rows: 200 with the receipt when all is done within a second, else 202 with the
 * unfinished receipt; the action continues whether the caller waits or not. A filter is evaluated once, when
 * the action begins.
 */
export function registerBulk<Shape extends z.ZodRawShape>(app: FastifyInstance, call: BulkCall<Shape>): void {
  const { db, clock, bulk, action, table, choose, requireAlias } = call
  const moving: z.ZodRawShape = requireAlias
    ? { alias: text(100).optional(), holdSeconds: holdSeconds.optional() }
    : {}
  const body = bulkBody(call.filters, moving)
  const schema = { body, summary: call.summary, answer: { body: receipt } }
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(call.url, { config: accountChange(action, 'receipt'), schema }, async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { ids, filter, requestId, alias, holdSeconds } = request.body as {
        ids?: string[]
        filter?: z.output<z.ZodObject<Shape>>
        requestId?: string
        alias?: string
        holdSeconds?: number
      }
      const rows = filter
        ? await choose(accountId, filter, MAX_BULK_ROWS + 1, alias)
        : await byIds(db, accountId, table, ids ?? [])
      if (rows.length > MAX_BULK_ROWS)
        throw faultOf('filter', `selects more than ${MAX_BULK_ROWS} rows; restrict it further`)
      const selection: BulkSelection = filter ? { by: 'filter', filter: filter as JsonObject } : { by: 'ids' }
      const chosen = rows.map(({ id }) => id)
      if (alias !== undefined) await requireAlias?.(accountId, chosen, alias)
      const started = { action, requestId, selection, rows, alias, holdSeconds }
      const answer = await startReceipt(bulk, accountId, authorOf(request, clock), started)
      return reply.code(isUnderWay(answer) ? 202 : 200).send(answer)
    })
}

/** Starts an action. Resolves with its receipt when it is over or held, else with the unfinished one after a second. */
export async function startReceipt(
  bulk: Bulk,
  accountId: string,
  author: Author,
  receipt: NewReceipt & { action: RowAction },
): Promise<Receipt> {
  const begun = await bulk.start(accountId, author, receipt)
  await within(answerWithinMs, begun.done)
  return receiptOf(bulk, accountId, begun.id)
}

async function receiptOf(bulk: Bulk, accountId: string, id: string): Promise<Receipt> {
  const found = await bulk.store.find(accountId, id)
  if (!found) throw notFound('receipts')
  return found
}

/** Whether rows wait for their turn, and not for the end of a hold. */
export const isUnderWay = ({ ended, heldUntil }: Receipt) => ended === null && !heldUntil

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
