import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'
import type { z } from 'zod'
import {
  cancellableWorkqueueStatuses,
  type Workqueue,
  type workqueueFilters,
  type workqueuePatch,
  type WorkqueueSummary,
} from '#shared/domains/workqueues/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeOfMany, recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  createdBetween,
  equals,
  oneOf,
  orderBy,
  selectCount,
  selectPage,
  type Condition,
  type PageRequest,
} from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { updateMany, type Modified } from '#server/platform/db/update-many.ts'
import { wireRun, wireRunSummary } from '#server/platform/engine/run.ts'
import {
  headOfRow,
  runAliases,
  runHeadAliases,
  runHeadList,
  runOfRows,
  taskAliases,
  type SelectedHead,
} from '#server/platform/runs/rows.ts'
import { storeAnnouncement, type Announcement } from './announce.ts'

export type WorkqueueFilters = z.output<typeof workqueueFilters>
export type WorkqueuePatch = z.output<typeof workqueuePatch>

export const workqueueSortKeys = ['created', 'started', 'ended', 'name', 'status'] as const
export type WorkqueueSortKey = (typeof workqueueSortKeys)[number]
const sortColumns = {
  created: 'created',
  started: 'started',
  ended: 'ended',
  name: 'name',
  status: 'status',
}

/** Rows of `GET workqueues/recent` (contract section 4). */
export const MAX_RECENT = 100

const wireSummaryRow = (row: SelectedHead) => wireRunSummary(headOfRow(row))

export type WorkqueueStore = ReturnType<typeof createWorkqueueStore>

/** Runs as routes read and describe them; what happens in a run is the engine's. Every statement names the account. */
export function createWorkqueueStore(db: Kysely<Database>) {
  const selection = (accountId: string, filters: WorkqueueFilters) => ({
    columns: sql.raw(runHeadList),
    from: sql`workqueues`,
    where: allOf([
      equals('account_id', accountId),
      ...inScope(accountId, filters),
      filters.status?.length && oneOf('status', filters.status),
      ...createdBetween('created', filters),
    ]),
  })

  async function list(
    accountId: string,
    filters: WorkqueueFilters,
    page: PageRequest<WorkqueueSortKey>,
  ): Promise<Page<WorkqueueSummary>> {
    const order = orderBy(sortColumns, page.sort, { created: 'created', id: 'id' })
    const { data, total } = await selectPage<SelectedHead>(db, selection(accountId, filters), order, page)
    return { data: data.map(wireSummaryRow), total }
  }

  return {
    selection,
    list,
    count: (accountId: string, filters: WorkqueueFilters) => selectCount(db, selection(accountId, filters)),

    /** A run whole. One snapshot, so that its status and those of its tasks belong together. */
    find(accountId: string, id: string): Promise<Workqueue | null> {
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const row = await trx
            .selectFrom('workqueues')
            .select(runAliases)
            .where('account_id', '=', accountId)
            .where('id', '=', id)
            .executeTakeFirst()
          if (!row) return null
          const tasks = await trx
            .selectFrom('tasks')
            .select(taskAliases)
            .where('workqueue_id', '=', id)
            .where('account_id', '=', accountId)
            .orderBy('position')
            .execute()
          return wireRun(runOfRows(row, tasks))
        })
    },

    update(accountId: string, author: Author, id: string, patch: WorkqueuePatch): Promise<Announcement> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('workqueues')
          .set({ ...patch, ...stampOf(author) })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returning(runHeadAliases)
          .executeTakeFirst()
        if (!row) throw notFound('workqueues')
        await recordAudit(trx, accountId, author, { action: 'update', entity: 'workqueue', entityId: id })
        return storeAnnouncement(trx, [wireSummaryRow(row)], fieldsOf(patch))
      })
    },

    updateMany(
      accountId: string,
      author: Author,
      filters: WorkqueueFilters,
      patch: WorkqueuePatch,
    ): Promise<{ answer: Modified; announcement: Announcement }> {
      return db.transaction().execute(async (trx) => {
        const { where } = selection(accountId, filters)
        const { ids, ...answer } = await updateMany(trx, 'workqueues', where, patch, stampOf(author))
        await recordAudit(trx, accountId, author, changeOfMany('workqueue', filters, answer))
        const rows = await trx
          .selectFrom('workqueues')
          .select(runHeadAliases)
          .where('account_id', '=', accountId)
          .where(oneOf('id', ids))
          .execute()
        return {
          answer,
          announcement: await storeAnnouncement(trx, rows.map(wireSummaryRow), fieldsOf(patch)),
        }
      })
    },

    /** Removes a run and the child runs below it; CONFLICT while one of them, or the run above it, is live. */
    remove(accountId: string, author: Author, id: string): Promise<void> {
      return db.transaction().execute(async (trx) => {
        const own = await trx
          .selectFrom('workqueues')
          .select(['status', 'parent_task_id'])
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!own) throw notFound('workqueues')
        const family = await familyOf(trx, accountId, id, own.parent_task_id)
        if (family.some(({ status }) => cancellableWorkqueueStatuses.includes(status)))
          throw new AppError('CONFLICT', 'The workqueue has not ended')
        const ids = family.filter(({ below }) => below).map((member) => member.id)
        await trx
          .deleteFrom('workqueues')
          .where('account_id', '=', accountId)
          .where(oneOf('id', ids))
          .execute()
        await recordAudit(trx, accountId, author, { action: 'delete', entity: 'workqueue', entityId: id })
      })
    },
  }
}

/**
 * Runs of the app, with one of the tags. Tags are found by the index on each tag with its app and its account (see
 * 0001-start.sql), which says the app too: saying it once more makes the planner read all runs of the app beside.
 */
function inScope(accountId: string, { appId, tags }: WorkqueueFilters): (Condition | undefined)[] {
  if (!tags?.length) return [appId === undefined ? undefined : equals('app_id', appId)]
  const scoped = tags.map((tag) => `${appId ?? accountId} ${tag}`)
  return [sql<SqlBool>`tags <> '{}' and scoped_tags(account_id, app_id, tags) && ${scoped}`]
}

/** The engine takes its decisions on a numbered picture of the run; a change of the row makes it look anew. */
const stampOf = (author: Author) => ({ updated_by: author.actor, seq: sql<number>`seq + 1` })

const fieldsOf = (patch: WorkqueuePatch) => Object.keys(patch) as (keyof WorkqueuePatch)[]

interface FamilyMember {
  id: string
  status: Workqueue['status']
  /** The run itself or one below it; else the run that it is a child of. */
  below: boolean
}

/** A run, those below it and the one directly above, locked so that none can be restarted meanwhile. */
async function familyOf(
  trx: Transaction<Database>,
  accountId: string,
  id: string,
  parentTaskId: string | null,
): Promise<FamilyMember[]> {
  const { rows } = await sql<FamilyMember>`
    with recursive below (id) as (
      select ${id}::text
      union
      select child.id from below
        join tasks on tasks.workqueue_id = below.id
        join workqueues child on child.parent_task_id = tasks.id
    )
    select id, status, id in (select id from below) as below from workqueues
    where account_id = ${accountId}
      and (id in (select id from below)
        or id = (select workqueue_id from tasks where id = ${parentTaskId} and account_id = ${accountId}))
    order by id
    for update`.execute(trx)
  return rows
}
