import { expressionBuilder, sql, type ExpressionBuilder, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Page } from '#shared/lib/wire.ts'
import type { Database } from './database.ts'
import { allOf, countRows, orderOf, readPage, type Conditions, type PageRequest } from './listing.ts'
import type { OwnedTable } from './ownership.ts'

/** The columns of every entity. */
export interface OwnedRow {
  id: string
  account_id: string
  name?: string
  /** Incremented by each change, on tables whose concurrent edits must not overwrite each other. */
  version?: number
}

/** A select on the table of an entity, with its columns and joins. */
export type Rows<Row> = (db: Kysely<Database>) => SelectQueryBuilder<Database, keyof Database, Row>

export interface OwnedReadsOptions<
  Table extends OwnedTable,
  Row extends OwnedRow,
  Entity,
  Filters,
  Key extends string,
  ListedRow,
  Listed,
> {
  db: Kysely<Database>
  table: Table
  rows: Rows<Row>
  /** The columns that lists can be sorted by. */
  sortKeys: readonly (Key & keyof Database[Table])[]
  /** The conditions of a list's filters, without that of the account. */
  matching(eb: ExpressionBuilder<Database, Table>, filters: Filters): Conditions
  wire(row: Row): Entity
  /** The rows of lists where they omit columns, such as secrets and long texts; absent: like one entity. */
  listed?: { rows: Rows<ListedRow>; wire(row: ListedRow): Listed }
}

/** The reads of `createOwnedStore`: every statement names the account, so that the id of another one finds nothing. */
export function createOwnedReads<
  Table extends OwnedTable,
  Row extends OwnedRow,
  Entity,
  Filters,
  Key extends string,
  ListedRow = Row,
  Listed = Entity,
>(options: OwnedReadsOptions<Table, Row, Entity, Filters, Key, ListedRow, Listed>) {
  const { db, table, rows, matching, wire } = options
  // Without `listed`, ListedRow is Row and Listed is Entity.
  const listed =
    options.listed ?? ({ rows, wire } as unknown as { rows: Rows<ListedRow>; wire(row: ListedRow): Listed })
  const column = (name: string) => `${table}.${name}`

  const matches = (accountId: string, filters: Filters) =>
    allOf([
      sql`${sql.ref(column('account_id'))} = ${accountId}`,
      ...matching(expressionBuilder<Database, Table>(), filters),
    ])

  async function findRow(
    on: Kysely<Database>,
    accountId: string,
    id: string,
    lock = false,
  ): Promise<Row | null> {
    const query = rows(on)
      .where(sql.ref(column('account_id')), '=', accountId)
      .where(sql.ref(column('id')), '=', id)
    const [row] = await (lock ? query.forUpdate(table) : query).execute()
    return row ?? null
  }

  return {
    matches,
    findRow,

    count: (accountId: string, filters: Filters): Promise<number> =>
      countRows(rows(db).where(matches(accountId, filters))),

    async list(accountId: string, filters: Filters, page: PageRequest<Key>): Promise<Page<Listed>> {
      const query = listed.rows(db).where(matches(accountId, filters))
      const { data, total } = await readPage(db, query, orderOf(page.sort, { column }), page)
      return { data: data.map(listed.wire), total }
    },

    async find(accountId: string, id: string): Promise<Entity | null> {
      const row = await findRow(db, accountId, id)
      return row ? wire(row) : null
    },
  }
}
