import { type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Plan, planListFilters, planPatch } from '#shared/domains/plans/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween, hasWords } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import type { Modified } from '#server/platform/db/update-many.ts'
import type { StoredPlan } from '#server/platform/engine/types.ts'
import { keepRevisions } from './revisions.ts'
import { isContentOf, planColumns, storedDefinition, wirePlan, type PlanRow } from './wire.ts'

export type PlanFilters = Omit<z.output<typeof planListFilters>, 'appId'>

export const planSortKeys = ['created', 'updated', 'name'] as const

export type PlanStore = ReturnType<typeof createPlanStore>

/** Plans of an account. */
export function createPlanStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'plans',
    sortKeys: planSortKeys,
    rows: (on) => on.selectFrom('plans').selectAll(),
    matching: (eb, { name, search, ...range }: PlanFilters) => [
      name !== undefined && eb('name', '=', name),
      ...hasWords(search, ['plans.name', 'plans.description']),
      ...createdBetween(eb, 'created', range),
    ],
    wire: wirePlan,
  })

  /** The definition that a run of the plan executes, and its version; null when the account has no such plan. */
  async function readDefinition(
    on: Kysely<Database>,
    accountId: string,
    id: string,
  ): Promise<StoredPlan | null> {
    const row = await store.findRow(on, accountId, id)
    if (!row) return null
    const { name, description, version } = row
    return { ...storedDefinition(row), name, description, version }
  }

  return {
    ...store,

    create: (accountId: string, author: Author, definition: Definition) =>
      store.create(accountId, author, planColumns(definition)),

    /**
     * `change` gets the stored plan and returns the whole new one; the stored one becomes a revision. A new one that is the
     * same makes no version. `basedOn` is the version that the edit started from: CONFLICT when another version is stored.
     */
    update: (
      accountId: string,
      author: Author,
      id: string,
      change: (current: Plan) => Definition,
      basedOn?: number,
    ) =>
      store.update(
        accountId,
        author,
        id,
        async (row, trx) => {
          const columns = planColumns(change(wirePlan(row)))
          if (isContentOf(row, columns)) return null
          await keepRevisions(trx, [id])
          return columns
        },
        basedOn,
      ),

    updateMany: (
      accountId: string,
      author: Author,
      filters: PlanFilters,
      patch: z.output<typeof planPatch>,
    ): Promise<Modified> =>
      store.updateMany(accountId, author, filters, patch, { versioned: true, before: keepRevisions }),

    readDefinition,
    findDefinition: (accountId: string, id: string) => readDefinition(db, accountId, id),
  }
}

/** Stores a validated plan; `sample` marks the plans of a new installation. */
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
      ...planColumns(definition),
      sample,
      created: author.at,
      created_by: author.actor,
      updated: author.at,
      updated_by: author.actor,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
