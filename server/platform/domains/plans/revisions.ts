import type { Kysely, Transaction } from 'kysely'
import type { Plan, PlanRevision } from '#shared/domains/plans/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { oneOf, readPage } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { wireForm } from '#server/platform/db/wire-form.ts'
import { wirePlan, type PlanRow } from './wire.ts'

/** The columns of a content of a plan, which `plans` and `plan_revisions` share. */
const contentColumns = ['version', 'name', 'description', 'definition', 'updated', 'updated_by'] as const

/** Stores the content of these plans as revisions, before it changes. */
export async function keepRevisions(trx: Transaction<Database>, planIds: readonly string[]): Promise<void> {
  await trx
    .insertInto('plan_revisions')
    .columns(['plan_id', 'account_id', ...contentColumns])
    .expression((eb) =>
      eb
        .selectFrom('plans')
        .select(['id', 'account_id', ...contentColumns])
        .where(oneOf('id', planIds)),
    )
    .execute()
}

export type RevisionStore = ReturnType<typeof createRevisionStore>

/** Revisions of plans: every content that a plan has had, by its version, including the current one. */
export function createRevisionStore(db: Kysely<Database>) {
  /** The current and the former contents of a plan, as rows of `plans`. */
  const contents = (accountId: string, id: string) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('plans')
          .select(['id', 'account_id', 'sample', 'created', 'created_by', ...contentColumns])
          .unionAll(
            eb
              .selectFrom('plan_revisions as kept')
              .innerJoin('plans', 'plans.id', 'kept.plan_id')
              .select(['plans.id', 'plans.account_id', 'plans.sample', 'plans.created', 'plans.created_by'])
              .select([
                'kept.version',
                'kept.name',
                'kept.description',
                'kept.definition',
                'kept.updated',
                'kept.updated_by',
              ]),
          )
          .as('contents'),
      )
      .where('account_id', '=', accountId)
      .where('id', '=', id)

  return {
    /** Newest first, without the definitions. */
    async list(
      accountId: string,
      id: string,
      page: { page: number; pagesize: number },
    ): Promise<Page<PlanRevision>> {
      await requireOwn(db, accountId, 'plans', id)
      const query = contents(accountId, id).select([
        'version',
        'name',
        'description',
        'updated',
        'updated_by',
      ])
      const { data, total } = await readPage(db, query, [{ column: 'version', descending: true }], page)
      return { data: data.map(wireRevision), total }
    },

    /** Returns the plan as it was at a version. NOT_FOUND for an unknown or deleted version. */
    async find(accountId: string, id: string, version: number): Promise<Plan> {
      await requireOwn(db, accountId, 'plans', id)
      const row = await contents(accountId, id).selectAll().where('version', '=', version).executeTakeFirst()
      if (!row) throw new AppError('NOT_FOUND', `The plan has no version ${version}`)
      return wirePlan(row)
    },
  }
}

const wireRevision = wireForm<PlanRevision>()(
  (row: Omit<PlanRow, 'id' | 'account_id' | 'sample' | 'created' | 'created_by' | 'definition'>) => ({
    version: row.version,
    name: row.name,
    description: row.description,
    updated: row.updated.toISOString(),
    updatedBy: row.updated_by,
  }),
)
