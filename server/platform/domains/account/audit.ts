import type { FastifyInstance } from 'fastify'
import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { auditEntry, type AuditEntry, auditFilters } from '#shared/domains/account/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  createdBetween,
  listQuery,
  oneOf,
  orderOf,
  readPage,
  type PageRequest,
  type SortTerm,
} from '#server/platform/db/listing.ts'
import type { AuditTable } from '#server/platform/db/tables/people.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { readAbout, readAssigned } from './audit-about.ts'
import { readFolded, type FoldedEntry } from './audit-folds.ts'
import { pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'

const config = { platformAccess: 'account', feature: ['audit', 'auditFolds', 'auditExcludes'] } as const

/**
 * `GET audit`: the audit records of the account, for every member of it, since every member may do and see what they
 * are about. A program has no use for them, so no token of an app reads them.
 */
export async function auditRoutes(app: FastifyInstance, { store }: { store: AuditStore }): Promise<void> {
  const schema = {
    querystring: listQuery(auditFilters, auditSortKeys),
    summary: 'List who did what to which entity, when, why and from where',
    answer: { body: pageSchema(auditEntry) },
  }
  app.withTypeProvider<ZodTypeProvider>().get('/audit', { config, schema }, (request) => {
    const { page, pagesize, sort, ...filters } = request.query as AuditFilters & PageRequest<AuditSortKey>
    return store.list(accountCallerOf(request).accountId, filters, { page, pagesize, sort })
  })
}

export type AuditFilters = z.output<typeof auditFilters>

export const auditSortKeys = ['at', 'actor', 'action', 'entity'] as const
export type AuditSortKey = (typeof auditSortKeys)[number]

export type AuditStore = ReturnType<typeof createAuditStore>

/** The audit records of an account. They are written with the changes that they record. */
export function createAuditStore(db: Kysely<Database>) {
  return {
    /** Newest first by default. */
    async list(
      accountId: string,
      filters: AuditFilters,
      page: PageRequest<AuditSortKey>,
    ): Promise<Page<AuditEntry>> {
      const { actor, entity, within, part, result, from, to } = filters
      const [action, excluded] = wantedAndNot(filters.action ?? [])
      const folds = filters.fold === true && !page.sort?.length
      const query = db
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((eb) =>
          allOf([
            actor !== undefined && eb('actor', '=', actor),
            action.length > 0 && isOneOf(action),
            excluded.length > 0 && eb.not(isOneOf(excluded)),
            entity?.length && oneOf('entity_id', entity),
            within !== undefined && isWithin(accountId, within),
            part !== undefined && isOfPart(part),
            result !== undefined && eb('result', '=', result),
            folds && !action.includes('receipt.cancel') && isNoUndo(accountId, actor),
            ...createdBetween(eb, 'at', { 'created[$gte]': from, 'created[$lte]': to }),
          ]),
        )
      const order = orderOf(page.sort?.flatMap(columnsOf), { column: (name) => name, created: 'at' })
      const { data, total } = folds
        ? await readFolded(db, query, page)
        : await readPage<Database, AuditRow>(db, query, order, page)
      const [about, people] = await Promise.all([readAbout(db, accountId, data), readAssigned(db, data)])
      return {
        data: data.map((row) => ({
          ...wireEntry(row),
          detail: (row.action === 'assign' && people.get(row.detail ?? '')) || row.detail,
          about: about.get(row.entity_id ?? '') ?? null,
        })),
        total,
      }
    },
  }
}

/** The names that are asked for, and those after a `-`. */
function wantedAndNot(names: readonly string[]): [string[], string[]] {
  const isExcluded = (name: string) => name.startsWith('-')
  const excluded = names.filter(isExcluded).map((name) => name.slice(1))
  return [names.filter((name) => !isExcluded(name)), excluded]
}

/** The records that have one of the names, or are about one of the kinds. */
const isOneOf = (names: string[]) =>
  sql<SqlBool>`(entity || '.' || action = any(${names}) or entity = any(${names}))`

/** The records of an entity, and of what it contains; those of tasks are found by their run. */
const isWithin = (accountId: string, id: string) => sql<SqlBool>`(within = ${id} or entity_id = any(array(
  select ${id}::text union all
  select id from tasks where account_id = ${accountId} and workqueue_id = ${id})))`

/**
 * Not the cancel of an action that has not begun: the record of that action says it. Of one actor only where both are records
 * of that one.
 */
const isNoUndo = (accountId: string, actor: string | undefined) => sql<SqlBool>`not (
  entity = 'receipt' and action = 'cancel' and result = 'done' and exists (
    select from receipts r where r.id = entity_id and r.account_id = ${accountId}
      and ${actor === undefined ? sql`true` : sql`r.created_by = ${actor}`}))`

/** The records whose detail names a part: an alias, also with a key of it or as shown, a token, a variable. */
const isOfPart = (part: string) => sql<SqlBool>`(detail in (${part}, ${`alias/${part}`})
  or starts_with(detail, ${`${part}/`}) or (action = 'reveal' and strpos(detail || ',', ${` ${part},`}) > 0))`

/** The columns that a name such as `plan.update` is made of, and those that an entity is known by. */
const columns = {
  at: ['at'],
  actor: ['actor'],
  action: ['entity', 'action'],
  entity: ['entity', 'entity_id'],
}

const columnsOf = ({ key, descending }: SortTerm<AuditSortKey>): SortTerm[] =>
  columns[key].map((column) => ({ key: column, descending }))

type AuditRow = Selectable<AuditTable> & Partial<Pick<FoldedEntry, 'folded' | 'since'>>

const wireEntry = wireForm<Omit<AuditEntry, 'about'>>()((row: AuditRow) => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  action: `${row.entity}.${row.action}`,
  entity: row.entity_id,
  reason: row.reason,
  detail: row.detail,
  source: row.source,
  result: row.result === 'refused' ? 'refused' : 'done',
  ...(row.since && { folded: row.folded ?? 0, since: row.since.toISOString() }),
}))
