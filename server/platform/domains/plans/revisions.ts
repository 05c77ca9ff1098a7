import { sql, type Kysely, type Transaction } from 'kysely'
import type { Plan, PlanRevision } from '#shared/domains/plans/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { equals, selectPage, allOf, type Condition } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { wirePlan, type PlanRow } from './wire.ts'

/** Keeps the content of these plans as it is, before it changes. */
export async function keepRevisions(trx: Transaction<Database>, changing: Condition): Promise<void> {
  await sql`
    insert into plan_revisions (plan_id, account_id, version, name, description, definition, updated, updated_by)
    select id, account_id, version, name, description, definition, updated, updated_by
    from plans where ${changing}`.execute(trx)
}

export type RevisionStore = ReturnType<typeof createRevisionStore>

/** What plans have been: every content that a plan has had, under its version, what it is now included. */
export function createRevisionStore(db: Kysely<Database>) {
  /** The kept contents and the present one, as rows of `plans`. */
  const contents = sql`(
    select p.id, p.account_id, p.sample, p.created, p.created_by,
      r.version, r.name, r.description, r.definition, r.updated, r.updated_by
    from plan_revisions r join plans p on p.id = r.plan_id
    union all
    select id, account_id, sample, created, created_by,
      version, name, description, definition, updated, updated_by
    from plans) as contents`
  const of = (accountId: string, id: string) => [equals('account_id', accountId), equals('id', id)]

  return {
    /** Newest first, without what they execute. */
    async list(
      accountId: string,
      id: string,
      page: { page: number; pagesize: number },
    ): Promise<Page<PlanRevision>> {
      await requireOwn(db, accountId, 'plans', id)
      const selection = {
        columns: sql`version, name, description, updated, updated_by`,
        from: contents,
        where: allOf(of(accountId, id)),
      }
      const { data, total } = await selectPage<PlanRow>(db, selection, sql`order by version desc`, page)
      return { data: data.map(wireRevision), total }
    },

    /** The plan as it was at a version. NOT_FOUND when it never had it, or it is kept no longer. */
    async find(accountId: string, id: string, version: number): Promise<Plan> {
      await requireOwn(db, accountId, 'plans', id)
      const { rows } = await sql<PlanRow>`
        select * from ${contents}
        where ${allOf([...of(accountId, id), equals('version', version)])}`.execute(db)
      if (!rows[0]) throw new AppError('NOT_FOUND', `The plan has no version ${version}`)
      return wirePlan(rows[0])
    },
  }
}

const wireRevision = (row: PlanRow): PlanRevision => ({
  version: row.version,
  name: row.name,
  description: row.description,
  updated: row.updated.toISOString(),
  updatedBy: row.updated_by,
})
