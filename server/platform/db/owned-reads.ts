import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Page } from '#shared/lib/wire.ts'
import type { Database } from './database.ts'
import {
  allOf,
  equals,
  orderBy,
  selectCount,
  selectPage,
  type Condition,
  type PageRequest,
} from './listing.ts'
import type { OwnedTable } from './ownership.ts'

/** What every entity's row has. */
export interface OwnedRow {
  id: string
  account_id: string
  /** Counts the changes, on tables whose edits must not overwrite each other. */
  version?: number
}

export interface OwnedReadsOptions<
  Row extends OwnedRow,
  Entity,
  Filters,
  Key extends string,
  ListedRow,
  Listed,
> {
  db: Kysely<Database>
  table: OwnedTable
  sortColumns: Readonly<Record<Key, string>>
  /** The conditions that a list's filters stand for, the account's apart. */
  matching(filters: Filters): (Condition | undefined | false | 0)[]
  wire(row: Row): Entity
  /** What is read of an entity; absent: all columns of the table under their names. */
  columns?: RawBuilder<unknown>
  from?: RawBuilder<unknown>
  /** How lists show an entity when they leave something out, as secrets and long texts; absent: whole. */
  listed?: { columns: RawBuilder<unknown>; wire(row: ListedRow): Listed }
}

/** The reading half of `createOwnedStore`: every statement names the account, so that a foreign id finds nothing. */
export function createOwnedReads<
  Row extends OwnedRow,
  Entity,
  Filters,
  Key extends string,
  ListedRow = Row,
  Listed = Entity,
>(options: OwnedReadsOptions<Row, Entity, Filters, Key, ListedRow, Listed>) {
  const { db, table, sortColumns, matching, wire, listed } = options
  // Without a form of their own, lists have the rows and the form of the entity.
  const wireListed = listed?.wire ?? (wire as unknown as (row: ListedRow) => Listed)
  const target = sql.table(table)
  const column = (name: string) => `${table}.${name}`

  const selection = (accountId: string, filters: Filters) => ({
    columns: options.columns ?? sql`${target}.*`,
    from: options.from ?? target,
    where: allOf([equals(column('account_id'), accountId), ...matching(filters)]),
  })

  async function findRow(
    on: Kysely<Database>,
    accountId: string,
    id: string,
    lock = false,
  ): Promise<Row | null> {
    const { columns, from } = selection(accountId, {} as Filters)
    const { rows } = await sql<Row>`
      select ${columns} from ${from}
      where ${equals(column('account_id'), accountId)} and ${equals(column('id'), id)}
      ${lock ? sql`for update of ${target}` : sql``}`.execute(on)
    return rows[0] ?? null
  }

  return {
    selection,
    findRow,
    count: (accountId: string, filters: Filters) => selectCount(db, selection(accountId, filters)),

    async list(accountId: string, filters: Filters, page: PageRequest<Key>): Promise<Page<Listed>> {
      const order = orderBy(sortColumns, page.sort, { created: column('created'), id: column('id') })
      const whole = selection(accountId, filters)
      const wanted = listed ? { ...whole, columns: listed.columns } : whole
      const { data, total } = await selectPage<ListedRow>(db, wanted, order, page)
      return { data: data.map(wireListed), total }
    },

    async find(accountId: string, id: string): Promise<Entity | null> {
      const row = await findRow(db, accountId, id)
      return row ? wire(row) : null
    },
  }
}
