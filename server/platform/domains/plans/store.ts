import type { Kysely, Selectable, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Plan, planFilters, planPatch } from '../../../../shared/domains/plans/contract.ts'
import type { Definition } from '../../../../shared/domains/workqueues/contract.ts'
import { newId } from '../../../lib/ids.ts'
import type { Author } from '../../db/audit.ts'
import type { Database } from '../../db/database.ts'
import type { PlanTable } from '../../db/tables/apps.ts'
import { createdBetween, equals } from '../../db/listing.ts'
import { createOwnedStore } from '../../db/owned-store.ts'
import type { Modified } from '../../db/update-many.ts'

export type PlanFilters = Omit<z.output<typeof planFilters>, 'appId'>

export const planSortKeys = ['created', 'updated', 'name'] as const
const sortColumns = { created: 'created', updated: 'updated', name: 'name' }

export type PlanStore = ReturnType<typeof createPlanStore>

/** Plans of an account. */
export function createPlanStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'plans',
    sortColumns,
    matching: (filters: PlanFilters) => [
      filters.name !== undefined && equals('name', filters.name),
      ...createdBetween('created', filters),
    ],
    wire: wirePlan,
  })

  return {
    ...store,

    create: (accountId: string, author: Author, definition: Definition) =>
      store.create(accountId, author, columnsOf(definition)),

    /** `change` gets the stored plan and answers the whole new one. */
    update: (
      accountId: string,
      author: Author,
      id: string,
      change: (current: Plan) => Definition,
      basedOn?: number,
    ) => store.update(accountId, author, id, (row) => columnsOf(change(wirePlan(row))), basedOn),

    updateMany: (
      accountId: string,
      author: Author,
      filters: PlanFilters,
      patch: z.output<typeof planPatch>,
    ): Promise<Modified> => store.updateMany(accountId, author, filters, patch, { versioned: true }),

    /** What a run of the plan executes; null when the account has no such plan. */
    async findDefinition(accountId: string, id: string): Promise<Definition | null> {
      const row = await store.findRow(db, accountId, id)
      return row ? { ...stored(row), name: row.name, description: row.description } : null
    },
  }
}

type PlanRow = Selectable<PlanTable>

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
