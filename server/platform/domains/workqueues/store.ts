import {
  expressionBuilder,
  sql,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  type Transaction,
} from 'kysely'
import type { z } from 'zod'
import {
  cancellableWorkqueueStatuses,
  familyFilters,
  workqueueFilters,
  type Workqueue,
  type workqueuePatch,
  type WorkqueueSummary,
} from '#shared/domains/workqueues/contract.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeOfMany, recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  countRows,
  createdBetween,
  oneOf,
  orderOf,
  readPage,
  type OrderTerm,
  type PageRequest,
} from '#server/platform/db/listing.ts'
import { updateMany, type Modified } from '#server/platform/db/update-many.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { wireRun, wireRunSummary } from '#server/platform/engine/run.ts'
import {
  headOfRow,
  runAliases,
  runHeadAliases,
  runOfRows,
  taskAliases,
  type SelectedHead,
} from '#server/platform/runs/rows.ts'
import { storeAnnouncement, type Announcement } from './announce.ts'
import { childCountsOf, countChildren, readReruns, wireListRows } from './family.ts'

/** Filters of the reading calls. */
export const runFilters = workqueueFilters.extend(familyFilters.shape)
export type WorkqueueFilters = z.output<typeof runFilters>
export type WorkqueuePatch = z.output<typeof workqueuePatch>

export const workqueueSortKeys = ['created', 'started', 'ended', 'name', 'status'] as const
export type WorkqueueSortKey = (typeof workqueueSortKeys)[number]

/** Maximum number of rows of `GET workqueues/recent`. */
export const MAX_RECENT = 100

const wireSummaryRow = (row: SelectedHead) => wireRunSummary(headOfRow(row))

type Workqueues = ExpressionBuilder<Database, 'workqueues'>

export type WorkqueueStore = ReturnType<typeof createWorkqueueStore>

/**
 * Runs as routes read and rename them; the engine makes all other changes. Every statement names the account.
 */
export function createWorkqueueStore(db: Kysely<Database>) {
  const matches = (accountId: string, filters: WorkqueueFilters) => {
    const eb: Workqueues = expressionBuilder()
    return allOf([
      eb('account_id', '=', accountId),
      inScope(eb, accountId, filters),
      filters.root === true && eb('parent_task_id', 'is', null),
      filters.parentId !== undefined && eb('parent_id', '=', filters.parentId),
      filters.status?.length && oneOf('status', filters.status),
      ...createdBetween(eb, 'created', filters),
    ])
  }
  const matching = (accountId: string, filters: WorkqueueFilters) =>
    db.selectFrom('workqueues').where(matches(accountId, filters))

  async function list(
    accountId: string,
    filters: WorkqueueFilters,
    page: PageRequest<WorkqueueSortKey>,
  ): Promise<Page<WorkqueueSummary>> {
    const order = orderOf(page.sort, { column: (name) => name })
    const matched = matching(accountId, filters)
    const { data, total } = isByStatus(filters, order)
      ? await readPage(
          db,
          newestByStatus(accountId, filters, order, offsetOf(page) + page.pagesize),
          order,
          page,
          matched,
        )
      : await readPage(db, matched.select(runHeadAliases), order, page)
    return { data: await wireListRows(db, accountId, data), total }
  }

  /**
   * The first `count` runs of each status in each app, found by their index (0018-status.sql): no index has the order of
   * several statuses together, and a rare status is not found among all runs.
   */
  const newestByStatus = (
    accountId: string,
    { appId, status = [], ...rest }: WorkqueueFilters,
    order: readonly OrderTerm[],
    count: number,
  ) =>
    db
      .selectFrom('apps')
      .innerJoin(sql<{ status: string }>`unnest(${status}::text[])`.as<'each'>(sql`each (status)`), (join) =>
        join.onTrue(),
      )
      .innerJoinLateral(
        () =>
          order
            .reduce(
              (rows, { column, descending }) => rows.orderBy(sql.ref(column), descending ? 'desc' : 'asc'),
              matching(accountId, rest)
                .where(sql<SqlBool>`workqueues.app_id = apps.id and workqueues.status = each.status`)
                .select(runHeadAliases),
            )
            .limit(count)
            .as('found'),
        (join) => join.onTrue(),
      )
      .where((eb) =>
        eb.and([
          eb('apps.account_id', '=', accountId),
          ...(appId === undefined ? [] : [eb('apps.id', '=', appId)]),
        ]),
      )
      .selectAll('found')

  return {
    matching,
    list,
    count: (accountId: string, filters: WorkqueueFilters) => countRows(matching(accountId, filters)),

    /** A whole run, read as of one moment, so that its status matches those of its tasks. */
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
          const children = childCountsOf(await countChildren(trx, accountId, [id]), id)
          return { ...wireRun(runOfRows(row, tasks)), children, reruns: await readReruns(trx, accountId, id) }
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
        const { ids, ...answer } = await updateMany(trx, {
          table: 'workqueues',
          where: matches(accountId, filters),
          patch,
          stamp: stampOf(author),
        })
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

    /**
     * Deletes a run and the child runs below it; CONFLICT while one of them, or the run above it, is live.
     */
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

/** Runs with a tag are found by the index on tags. */
const isByStatus = ({ status, tags }: WorkqueueFilters, [first]: readonly OrderTerm[]) =>
  Boolean(status?.length) && !tags?.length && first?.column === 'created'

/**
 * Runs of the app, with one of the tags. An index on each tag with its app and its account finds the tags
 * (see 0001-start.sql), and contains the app too: a second condition on the app makes the planner also read
 * all runs of the app.
 */
function inScope(eb: Workqueues, accountId: string, { appId, tags }: WorkqueueFilters) {
  if (!tags?.length) return appId !== undefined && eb('app_id', '=', appId)
  const scoped = tags.map((tag) => `${appId ?? accountId} ${tag}`)
  return sql<SqlBool>`(tags <> '{}' and scoped_tags(account_id, app_id, tags) && ${scoped})`
}

/** The engine decides on a numbered snapshot of the run; a new number makes it read the changed row. */
const stampOf = (author: Author) => ({ updated_by: author.actor, seq: sql<number>`seq + 1` })

const fieldsOf = (patch: WorkqueuePatch) => Object.keys(patch) as (keyof WorkqueuePatch)[]

interface FamilyMember {
  id: string
  status: Workqueue['status']
  /** True for the run and its descendants; false for the run that it is a child of. */
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
