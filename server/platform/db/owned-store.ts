import { sql, type Insertable, type Transaction, type Updateable } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { changeOfMany, recordAudit, type Author } from './audit.ts'
import type { Database } from './database.ts'
import { createOwnedReads, type OwnedReadsOptions, type OwnedRow } from './owned-reads.ts'
import { asOwned, entityNameOf, notFound, nounOf, type OwnedTable } from './ownership.ts'
import type { Authored } from './tables/columns.ts'
import { updateMany, type Modified } from './update-many.ts'

type Trx = Transaction<Database>

/** Tables of the entities that have the generic calls. */
export type StoredTable = {
  [Table in OwnedTable]: Database[Table] extends Authored ? Table : never
}[OwnedTable]

/** A new row, without the columns that every entity has. */
export type NewValues<Table extends StoredTable> = Omit<Insertable<Database[Table]>, keyof Authored>
/** Changes of a row, without the columns that every entity has. */
export type Changes<Table extends StoredTable> = Omit<Updateable<Database[Table]>, keyof Authored | 'version'>

/** What the audit records of an entity say besides its id. */
interface Recorded<Row, Columns> {
  /** What contains it. */
  within?(row: Row): string
  /** What it is called where it has no column `name`: its deletion is recorded with it. */
  nameOf?(row: Row): string
  /** What an update with these columns changes, in words; never a secret. */
  changedText?(row: Row, columns: Columns): string | null
}

/**
 * The generic calls of one kind of entity on its table. Every statement names the account, so that the id of another
 * one finds nothing, and every change is committed with its audit record. `also` adds statements to a change.
 */
export function createOwnedStore<
  Table extends StoredTable,
  Row extends OwnedRow,
  Entity,
  Filters extends object,
  Key extends string,
  ListedRow = Row,
  Listed = Entity,
>(
  options: OwnedReadsOptions<Table, Row, Entity, Filters, Key, ListedRow, Listed> &
    Recorded<Row, Changes<Table>>,
) {
  const { db, table, wire, within, nameOf = ({ name }) => name, changedText = () => null } = options
  const { matches, findRow, ...reads } = createOwnedReads(options)
  const entity = entityNameOf(table)

  async function requireRow(trx: Trx, accountId: string, id: string): Promise<Row> {
    const row = await findRow(trx, accountId, id, true)
    if (!row) throw notFound(table)
    return row
  }

  async function write(trx: Trx, row: Row, changes: Changes<Table>, author: Author): Promise<void> {
    const next = row.version === undefined ? {} : { version: row.version + 1 }
    await trx
      .updateTable(asOwned(table))
      .set({ ...changes, ...next, ...updated(author) })
      .where('account_id', '=', row.account_id)
      .where('id', '=', row.id)
      .execute()
  }

  /** Records a change, and returns the entity as reads do, joins included. */
  async function recorded(
    trx: Trx,
    accountId: string,
    author: Author,
    { id, ...act }: { action: string; id: string; detail?: string | null },
  ) {
    const row = await findRow(trx, accountId, id)
    if (!row) throw notFound(table)
    const record = { ...act, entity, entityId: id, within: within?.(row) ?? null }
    await recordAudit(trx, accountId, author, record)
    return wire(row)
  }

  return {
    ...reads,
    findRow,

    /** A function for `values` gets the new id, for which secrets are sealed. */
    create(
      accountId: string,
      author: Author,
      values: NewValues<Table> | ((trx: Trx, id: string) => Promise<NewValues<Table>>),
      also?: (trx: Trx, id: string) => Promise<void>,
    ): Promise<Entity> {
      return db.transaction().execute(async (trx) => {
        const id = newId(author.at.getTime())
        const own = typeof values === 'function' ? await values(trx, id) : values
        const made = { created: author.at, created_by: author.actor, ...updated(author) }
        const row = { ...own, id, account_id: accountId, ...made }
        await trx
          .insertInto(asOwned(table))
          .values(row as Insertable<Database['workers']>)
          .execute()
        await also?.(trx, id)
        return recorded(trx, accountId, author, { action: 'create', id })
      })
    },

    /**
     * `change` gets the locked row and returns the columns to set, or null for a row that stays as it is, of which nothing
     * is recorded; concurrent changes run one after the other.
     * `basedOn` is the version that an edit started from: CONFLICT with both versions after another change.
     */
    update(
      accountId: string,
      author: Author,
      id: string,
      change: (row: Row, trx: Trx) => Changes<Table> | null | Promise<Changes<Table> | null>,
      basedOn?: number,
    ): Promise<Entity> {
      return db.transaction().execute(async (trx) => {
        const row = await requireRow(trx, accountId, id)
        requireVersion(table, row.version, basedOn)
        const changes = await change(row, trx)
        if (!changes) return wire(row)
        await write(trx, row, changes, author)
        const detail = changedText(row, changes)
        return recorded(trx, accountId, author, { action: 'update', id, detail })
      })
    },

    /** Sets the same columns in every row that matches; `before` gets the ids of the rows that will change. */
    updateMany(
      accountId: string,
      author: Author,
      filters: Filters,
      patch: Changes<Table>,
      {
        versioned = false,
        before,
      }: { versioned?: boolean; before?: (trx: Trx, ids: string[]) => Promise<void> } = {},
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const stamp = { ...updated(author), ...(versioned ? { version: sql<number>`version + 1` } : {}) }
        const { matched, modified } = await updateMany(trx, {
          table,
          where: matches(accountId, filters),
          patch,
          stamp,
          before: (ids) => before?.(trx, ids),
        })
        await recordAudit(trx, accountId, author, changeOfMany(entity, filters, { matched, modified }))
        return { matched, modified }
      })
    },

    /** Like `updateMany` where the columns depend on the row; `change` returns null for a row that stays as it is. */
    updateEach(
      accountId: string,
      author: Author,
      filters: Filters,
      change: (row: Row, trx: Trx) => Changes<Table> | null | Promise<Changes<Table> | null>,
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom(asOwned(table))
          .select('id')
          .where(matches(accountId, filters))
          .orderBy('id')
          .forUpdate()
          .execute()
        let modified = 0
        for (const { id } of rows) {
          const row = await requireRow(trx, accountId, id)
          const changes = await change(row, trx)
          if (!changes) continue
          await write(trx, row, changes, author)
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
        await trx
          .deleteFrom(asOwned(table))
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .execute()
        const detail = nameOf(row)
        const record = { action: 'delete', entity, entityId: id, within: within?.(row) ?? null, detail }
        await recordAudit(trx, accountId, author, record)
      })
    },
  }
}

const updated = ({ actor, at }: Author) => ({ updated: at, updated_by: actor })

function requireVersion(table: OwnedTable, stored: number | undefined, yours: number | undefined): void {
  if (stored === undefined || yours === undefined || stored === yours) return
  throw new AppError(
    'CONFLICT',
    `${nounOf(table)} was changed meanwhile: version ${stored} is stored, yours is based on version ${yours}`,
    { details: { versions: { stored, yours } } },
  )
}
