import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Plan, planFilters, planPatch } from '../../../../shared/domains/plans/contract.ts'
import type { Definition } from '../../../../shared/domains/workqueues/contract.ts'
import type { Page } from '../../../../shared/lib/wire.ts'
import { newId } from '../../../lib/ids.ts'
import { recordAudit, type Author } from '../../db/audit.ts'
import type { Database, PlanTable } from '../../db/database.ts'
import {
  allOf,
  createdBetween,
  equals,
  orderBy,
  selectCount,
  selectPage,
  type PageRequest,
} from '../../db/listing.ts'
import { notFound } from '../../db/ownership.ts'
import { updateMany, type Modified } from '../../db/update-many.ts'

export type PlanFilters = Omit<z.output<typeof planFilters>, 'appId'>

export const planSortKeys = ['created', 'updated', 'name'] as const
export type PlanSortKey = (typeof planSortKeys)[number]
const sortColumns = { created: 'created', updated: 'updated', name: 'name' }

export type PlanStore = ReturnType<typeof createPlanStore>

/** Plans of an account. Every statement names the account, so a foreign id finds nothing. */
export function createPlanStore(db: Kysely<Database>) {
  const selection = (accountId: string, filters: PlanFilters) => ({
    columns: sql`*`,
    from: sql`plans`,
    where: allOf([
      equals('account_id', accountId),
      filters.name !== undefined && equals('name', filters.name),
      ...createdBetween('created', filters),
    ]),
  })

  return {
    count: (accountId: string, filters: PlanFilters) => selectCount(db, selection(accountId, filters)),

    async list(accountId: string, filters: PlanFilters, page: PageRequest<PlanSortKey>): Promise<Page<Plan>> {
      const order = orderBy(sortColumns, page.sort, { created: 'created', id: 'id' })
      const { data, total } = await selectPage<PlanRow>(db, selection(accountId, filters), order, page)
      return { data: data.map(wirePlan), total }
    },

    async find(accountId: string, id: string): Promise<Plan | null> {
      const row = await selectPlan(db, accountId, id).executeTakeFirst()
      return row ? wirePlan(row) : null
    },

    create(accountId: string, author: Author, definition: Definition): Promise<Plan> {
      return db.transaction().execute(async (trx) => {
        const row = await insertPlan(trx, accountId, author, definition, false)
        await recordAudit(trx, accountId, author, { action: 'create', entity: 'plan', entityId: row.id })
        return wirePlan(row)
      })
    },

    /** `change` gets the stored plan and answers the whole new one; two changes at once follow each other. */
    update(
      accountId: string,
      author: Author,
      id: string,
      change: (current: Plan) => Definition,
    ): Promise<Plan> {
      return db.transaction().execute(async (trx) => {
        const current = await selectPlan(trx, accountId, id).forUpdate().executeTakeFirst()
        if (!current) throw notFound('plans')
        const row = await trx
          .updateTable('plans')
          .set({
            ...columnsOf(change(wirePlan(current))),
            version: current.version + 1,
            updated: author.at,
            updated_by: author.actor,
          })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordAudit(trx, accountId, author, { action: 'update', entity: 'plan', entityId: id })
        return wirePlan(row)
      })
    },

    updateMany(
      accountId: string,
      author: Author,
      filters: PlanFilters,
      patch: z.output<typeof planPatch>,
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const { where } = selection(accountId, filters)
        const stamp = { updated: author.at, updated_by: author.actor, version: sql`version + 1` }
        const { matched, modified } = await updateMany(trx, 'plans', where, patch, stamp)
        await recordAudit(trx, accountId, author, { action: 'update-many', entity: 'plan', entityId: null })
        return { matched, modified }
      })
    },

    remove(accountId: string, author: Author, id: string): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const removed = await trx
          .deleteFrom('plans')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (!removed) throw notFound('plans')
        await recordAudit(trx, accountId, author, { action: 'delete', entity: 'plan', entityId: id })
      })
    },

    /** What a run of the plan executes; null when the account has no such plan. */
    async findDefinition(accountId: string, id: string): Promise<Definition | null> {
      const row = await selectPlan(db, accountId, id).executeTakeFirst()
      return row ? { ...stored(row), name: row.name, description: row.description } : null
    },
  }
}

type PlanRow = Selectable<PlanTable>

function selectPlan(db: Kysely<Database>, accountId: string, id: string) {
  return db.selectFrom('plans').selectAll().where('account_id', '=', accountId).where('id', '=', id)
}

/** Stores a plan that has been checked; `sample` marks those an empty platform starts with. */
export function insertPlan(
  trx: Transaction<Database>,
  accountId: string,
  author: Author,
  definition: Definition,
  sample: boolean,
): Promise<PlanRow> {
  return trx
    .insertInto('plans')
    .values({
      id: newId(author.at.getTime()),
      account_id: accountId,
      ...columnsOf(definition),
      sample,
      created: author.at,
      created_by: author.actor,
      updated: author.at,
      updated_by: author.actor,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Name and description have columns of their own; what a run alone has (its plan, its origin) is left out. */
function columnsOf({ name, description, planId: _planId, rerunOf: _rerunOf, ...rest }: Definition) {
  return { name, description: description ?? '', definition: JSON.stringify(rest) }
}

/** Only checked definitions are ever stored. */
const stored = (row: PlanRow) => row.definition as unknown as Omit<Definition, 'name' | 'description'>

function wirePlan(row: PlanRow): Plan {
  const definition = stored(row)
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    ...definition,
    initialState: definition.initialState ?? {},
    sample: row.sample,
    version: row.version,
    created: row.created.toISOString(),
    createdBy: row.created_by,
    updated: row.updated.toISOString(),
    updatedBy: row.updated_by,
  }
}
