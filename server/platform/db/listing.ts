import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { z } from 'zod'
import { restricting, offsetOf, pagingQuery, type Page } from '#shared/lib/wire.ts'
import type { Database } from './database.ts'
import { totalOf } from './totals.ts'

/** One term of `sort=-created,name`. */
export interface SortTerm<Key extends string = string> {
  key: Key
  descending: boolean
}

/** The parameters of every list besides its filters. */
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

/** Conditions of a query; those of absent filters are undefined, false or 0. */
export type Conditions = readonly (Expression<SqlBool> | undefined | false | 0)[]

/** The conjunction of the conditions that are present. */
export const allOf = (conditions: Conditions): Expression<SqlBool> =>
  expressionBuilder<Database, never>().and(conditions.filter((condition) => !!condition))

/**
 * Rows whose column has one of the values; none without values. One parameter, whatever the number of values; a single one by
 * equality, which leaves an index its order.
 */
export const oneOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${values[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${values})`

/** The filters that every list has: `created[$gte]` and `created[$lte]`, both ends included. */
export interface CreatedRange {
  'created[$gte]'?: string
  'created[$lte]'?: string
}

/** The conditions of `created[$gte]` and `created[$lte]` on that column. */
export function createdBetween<Table extends keyof Database>(
  eb: ExpressionBuilder<Database, Table>,
  column: ReferenceExpression<Database, Table>,
  range: CreatedRange,
): Conditions {
  const { 'created[$gte]': from, 'created[$lte]': to } = range
  return [
    from !== undefined && eb(column, '>=', sql.val(new Date(from))),
    to !== undefined && eb(column, '<=', sql.val(new Date(to))),
  ]
}

/** The conditions of a list's `search`: each of its words is in one of these texts, by upper or lower case. */
export const hasWords = (search: string | undefined, texts: readonly string[]): Conditions =>
  (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const columns = sql.join(texts.map((column) => sql.ref(column)))
      return sql<SqlBool>`position(${word} in lower(concat_ws(' ', ${columns}))) > 0`
    })

/** A column of a list's order. */
export interface OrderTerm {
  column: string
  descending: boolean
}

/**
 * The order of a list: its sort, newest first by default, ties by id in the direction of the first term. So no row is
 * on two pages, and the indexes on (created, id) serve both directions. Null (`ended` of a live run) is the newest.
 */
export function orderOf<Key extends string>(
  sort: readonly SortTerm<NoInfer<Key>>[] | undefined,
  { column, created = 'created' }: { column(name: string): string; created?: string },
): OrderTerm[] {
  const terms = sort?.length ? sort : [{ key: created, descending: true }]
  const all = [...terms, { key: 'id', descending: terms[0]?.descending ?? true }]
  return all.map(({ key, descending }) => ({ column: column(key), descending }))
}

type Query<Schema, Row> = SelectQueryBuilder<Schema, keyof Schema, Row>

/**
 * One page of a query's rows and their total; see `totalOf` for how exact and how old a large total is. `counted` is the query
 * without joins that neither add nor remove rows.
 */
export async function readPage<Schema, Row, Counted = Schema>(
  db: Kysely<Database>,
  query: Query<Schema, Row>,
  order: readonly OrderTerm[],
  page: { page: number; pagesize: number },
  counted?: Query<Counted, unknown>,
): Promise<Page<Row>> {
  const [data, total] = await Promise.all([
    readPageRows(query, order, page),
    counted ? readTotal(db, counted) : readTotal(db, query),
  ])
  return { data, total }
}

/** The rows of a query in this order. */
export const ordered = <Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  order: readonly OrderTerm[],
): SelectQueryBuilder<Schema, Table, Row> =>
  order.reduce(
    (rows, { column, descending }) => rows.orderBy(sql.ref(column), descending ? 'desc' : 'asc'),
    query,
  )

/** One page of a query's rows. */
export const readPageRows = <Schema, Row>(
  query: Query<Schema, Row>,
  order: readonly OrderTerm[],
  page: { page: number; pagesize: number },
) => ordered(query, order).limit(page.pagesize).offset(offsetOf(page)).execute()

/** The number of a query's rows; a large one may be some seconds old, or an estimate. */
export const readTotal = <Schema>(db: Kysely<Database>, query: Query<Schema, unknown>): Promise<number> =>
  totalOf(db, {
    counting: countOf(query).compile(),
    rows: query
      .clearSelect()
      .select(sql`1`.as('one'))
      .compile(),
  })

const countOf = <Schema>(query: Query<Schema, unknown>) =>
  query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .$castTo<{ count: number }>()

/** The number of rows of a query now, counted. */
export const countRows = async <Schema>(query: Query<Schema, unknown>): Promise<number> =>
  (await countOf(query).executeTakeFirstOrThrow()).count
