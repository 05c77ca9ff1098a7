import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { z } from 'zod'
import { restricting, offsetOf, pagingQuery, type Page } from '#shared/lib/wire.ts'
import type { Database } from './database.ts'
import { totalOf } from './totals.ts'

/** One term of `sort=-created,name`. */
export interface SortTerm<Key extends string = string> {
  key: Key
  descending: boolean
}

/** What every list takes besides its filters. */
export interface PageRequest<Key extends string = string> {
  page: number
  pagesize: number
  sort?: SortTerm<Key>[]
}

/** `sort`: keys of the list's allow-list, comma separated, a minus sign for descending, each at most once. */
export function sortQuery<Key extends string>(keys: readonly Key[]) {
  const term = z.string().transform((text, context): SortTerm<Key> => {
    const descending = text.startsWith('-')
    const key = keys.find((candidate) => candidate === (descending ? text.slice(1) : text))
    if (key) return { key, descending }
    context.addIssue({ code: 'custom', message: `must be one of ${keys.join(', ')}` })
    return z.NEVER
  })
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(term).max(keys.length))
    .optional()
}

/** The whole query of a list call; keys that are not known are refused, so `created[$gt]` and `$where` are. */
export function listQuery(filters: z.ZodObject, sortKeys: readonly string[]) {
  return z.strictObject({ ...filters.shape, ...pagingQuery.shape, sort: sortQuery(sortKeys) })
}

/** `?where={JSON of list filters}`: at least one filter that restricts something. */
export function whereQuery<Filters extends z.ZodObject>(filters: Filters) {
  const where = z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: `is not JSON: ${(error as Error).message}` })
        return z.NEVER
      }
    })
    .pipe(restricting(filters))
  return z.strictObject({ where })
}

export type Condition = RawBuilder<SqlBool>

/** All of the conditions that are there. */
export function allOf(conditions: readonly (Condition | undefined | false | 0)[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions.filter(Boolean) as Condition[], sql` and `)})`
}

/** `column = value`. */
export const equals = (column: string, value: unknown): Condition =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`

/** Rows whose column has one of the values; none when there are no values. */
export const oneOf = (column: string, values: readonly string[]): Condition =>
  sql<SqlBool>`${sql.ref(column)} = any(${values})`

/** Rows whose array has any of the values. */
export const overlaps = (column: string, values: readonly string[]): Condition =>
  sql<SqlBool>`${sql.ref(column)} && ${values}`

/** From an ISO moment on, itself included. */
export const since = (column: string, moment: string): Condition =>
  sql<SqlBool>`${sql.ref(column)} >= ${new Date(moment)}`

/** Up to an ISO moment, itself included. */
export const until = (column: string, moment: string): Condition =>
  sql<SqlBool>`${sql.ref(column)} <= ${new Date(moment)}`

/** The filters that every list has: `created[$gte]` and `created[$lte]`, both ends included. */
export interface CreatedRange {
  'created[$gte]'?: string
  'created[$lte]'?: string
}

/** The conditions of `created[$gte]` and `created[$lte]` on that column, those that are asked for. */
export function createdBetween(column: string, range: CreatedRange): (Condition | undefined)[] {
  const { 'created[$gte]': from, 'created[$lte]': to } = range
  return [
    from === undefined ? undefined : since(column, from),
    to === undefined ? undefined : until(column, to),
  ]
}

/**
 * The `order by` of a list: its sort, newest first without one, ties by id in the direction of the first term, so
 * that pages never share a row and the indexes on (created, id) serve both directions. A moment that has not come
 * yet (`ended` of a live run) counts as the newest.
 */
export function orderBy<Key extends string>(
  columns: Readonly<Record<Key, string>>,
  sort: readonly SortTerm<NoInfer<Key>>[] | undefined,
  newest: { created: string; id: string },
): RawBuilder<unknown> {
  const terms = sort?.length
    ? sort.map(({ key, descending }) => ({ column: columns[key], descending }))
    : [{ column: newest.created, descending: true }]
  const all = [...terms, { column: newest.id, descending: terms[0]?.descending ?? true }]
  return sql`order by ${sql.join(
    all.map(({ column, descending }) => sql`${sql.ref(column)} ${descending ? sql`desc` : sql`asc`}`),
  )}`
}

/** The parts of a list's statement; `from` may hold joins. */
export interface Selection {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: Condition
  /** `from` without the joins that neither add nor drop rows, for counting. */
  counted?: RawBuilder<unknown>
}

/** One page of rows, and how many there are in all; see `totalOf` for how old a large total may be. */
export async function selectPage<Row>(
  db: Kysely<Database>,
  selection: Selection,
  order: RawBuilder<unknown>,
  page: { page: number; pagesize: number },
): Promise<Page<Row>> {
  const { columns, from, where } = selection
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select ${columns} from ${from} where ${where} ${order}
      limit ${page.pagesize} offset ${offsetOf(page)}`.execute(db),
    totalOf(db, nameOf(db, selection), () => selectCount(db, selection)),
  ])
  return { data: rows, total }
}

/** Text and values that a selection is known by. */
function nameOf(db: Kysely<Database>, { from, where }: Selection): string {
  const { sql: text, parameters } = sql`${from} where ${where}`.compile(db)
  return JSON.stringify([text, parameters])
}

/** How many rows a selection has now, each counted. */
export async function selectCount(
  db: Kysely<Database>,
  { from, where, counted }: Selection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${counted ?? from} where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}
