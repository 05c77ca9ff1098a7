import { sql, type Transaction } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { changeOfMany, recordAudit, type Author } from './audit.ts'
import type { Database } from './database.ts'
import type { Condition } from './listing.ts'
import { createOwnedReads, type OwnedReadsOptions, type OwnedRow } from './owned-reads.ts'
import { entityNameOf, notFound, nounOf, type OwnedTable } from './ownership.ts'
import { updateMany, type Modified } from './update-many.ts'

/** Values by column; JSON columns as text. */
export type Columns = Record<string, unknown>

type Trx = Transaction<Database>

/**
 * The generic calls of one kind of entity on its table (spec section 7): every statement names the account, so that
 * a foreign id finds nothing, and every change is written with its audit row in one transaction. What else belongs
 * to a change rides in it through `also`.
 */
export function createOwnedStore<
  Row extends OwnedRow,
  Entity,
  Filters extends object,
  Key extends string,
  ListedRow = Row,
  Listed = Entity,
>(options: OwnedReadsOptions<Row, Entity, Filters, Key, ListedRow, Listed>) {
  const { db, table, wire } = options
  const { selection, findRow, ...reads } = createOwnedReads(options)
  const target = sql.table(table)
  const idColumn = sql.ref(`${table}.id`)
  const entity = entityNameOf(table)

  async function requireRow(trx: Trx, accountId: string, id: string): Promise<Row> {
    const row = await findRow(trx, accountId, id, true)
    if (!row) throw notFound(table)
    return row
  }

  async function write(trx: Trx, row: Row, columns: Columns, author: Author): Promise<void> {
    const next = row.version === undefined ? {} : { version: row.version + 1 }
    const values = Object.entries({ ...columns, ...next, ...updated(author) })
    const assignments = values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`
      update ${target} set ${sql.join(assignments)}
      where account_id = ${row.account_id} and id = ${row.id}`.execute(trx)
  }

  /** The entity as reads answer it, joins included. */
  async function answer(trx: Trx, accountId: string, id: string): Promise<Entity> {
    const row = await findRow(trx, accountId, id)
    if (!row) throw notFound(table)
    return wire(row)
  }

  return {
    ...reads,
    findRow,

    /** `values` may be made when the new id is known: what is sealed is sealed for it. */
    create(
      accountId: string,
      author: Author,
      values: Columns | ((trx: Trx, id: string) => Promise<Columns>),
      also?: (trx: Trx, id: string) => Promise<void>,
    ): Promise<Entity> {
      return db.transaction().execute(async (trx) => {
        const id = newId(author.at.getTime())
        const own = typeof values === 'function' ? await values(trx, id) : values
        const row = { id, account_id: accountId, ...own, ...created(author), ...updated(author) }
        const names = Object.keys(row).map((name) => sql.ref(name))
        await sql`insert into ${target} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(
          trx,
        )
        await also?.(trx, id)
        await recordAudit(trx, accountId, author, { action: 'create', entity, entityId: id })
        return answer(trx, accountId, id)
      })
    },

    /**
     * `change` gets the locked row and answers the columns to set; two changes at once follow each other. With
     * `basedOn`, the version that an edit started from: CONFLICT naming both when another change came in between.
     */
    update(
      accountId: string,
      author: Author,
      id: string,
      change: (row: Row, trx: Trx) => Columns | Promise<Columns>,
      basedOn?: number,
    ): Promise<Entity> {
      return db.transaction().execute(async (trx) => {
        const row = await requireRow(trx, accountId, id)
        requireVersion(table, row.version, basedOn)
        await write(trx, row, await change(row, trx), author)
        await recordAudit(trx, accountId, author, { action: 'update', entity, entityId: id })
        return answer(trx, accountId, id)
      })
    },

    /** Sets the same columns in every row that passes the filters; `before` sees the rows that are about to change. */
    updateMany(
      accountId: string,
      author: Author,
      filters: Filters,
      patch: Columns,
      {
        versioned = false,
        before,
      }: { versioned?: boolean; before?: (trx: Trx, changing: Condition) => Promise<void> } = {},
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const stamp = { ...updated(author), ...(versioned ? { version: sql`version + 1` } : {}) }
        const { where } = selection(accountId, filters)
        const { matched, modified } = await updateMany(
          trx,
          table,
          where,
          patch,
          stamp,
          before && ((changing) => before(trx, changing)),
        )
        await recordAudit(trx, accountId, author, changeOfMany(entity, filters, { matched, modified }))
        return { matched, modified }
      })
    },

    /** As `updateMany` where the columns depend on the row; `change` answers null for one that stays as it is. */
    updateEach(
      accountId: string,
      author: Author,
      filters: Filters,
      change: (row: Row) => Columns | null,
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const { where } = selection(accountId, filters)
        const { rows } = await sql<{ id: string }>`
          select ${idColumn} from ${target} where ${where}
          order by ${idColumn} for update`.execute(trx)
        let modified = 0
        for (const { id } of rows) {
          const row = await requireRow(trx, accountId, id)
          const columns = change(row)
          if (!columns) continue
          await write(trx, row, columns, author)
          modified += 1
        }
        const changed = { matched: rows.length, modified }
        await recordAudit(trx, accountId, author, changeOfMany(entity, filters, changed))
        return changed
      })
    },

    /** `before` may throw to keep the entity. */
    remove(
      accountId: string,
      author: Author,
      id: string,
      before?: (trx: Trx, row: Row) => Promise<void>,
    ): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const row = await requireRow(trx, accountId, id)
        await before?.(trx, row)
        await sql`delete from ${target} where account_id = ${accountId} and id = ${id}`.execute(trx)
        await recordAudit(trx, accountId, author, { action: 'delete', entity, entityId: id })
      })
    },
  }
}

const created = ({ actor, at }: Author): Columns => ({ created: at, created_by: actor })
const updated = ({ actor, at }: Author): Columns => ({ updated: at, updated_by: actor })

function requireVersion(table: OwnedTable, stored: number | undefined, yours: number | undefined): void {
  if (stored === undefined || yours === undefined || stored === yours) return
  throw new AppError(
    'CONFLICT',
    `${nounOf(table)} was changed meanwhile: version ${stored} is stored, yours is based on version ${yours}`,
    { details: { versions: { stored, yours } } },
  )
}
