import { expressionBuilder, sql, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { z } from 'zod'
import {
  cancellableWorkqueueStatuses,
  type Workqueue,
  type workqueuePatch,
  type WorkqueueSummary,
} from '#shared/domains/workqueues/contract.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeOfMany, recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  countRows,
  createdBetween,
  oneOf,
  ordered,
  orderOf,
  readPageRows,
  readTotal,
  type Conditions,
  type OrderTerm,
  type PageRequest,
} from '#server/platform/db/listing.ts'
import { updateMany, type Modified } from '#server/platform/db/update-many.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import type { Announcement } from '#server/platform/db/store-messages.ts'
import { wireRun, wireRunSummary } from '#server/platform/engine/run.ts'
import {
  headOfRow,
  runAliases,
  runHeadAliases,
  runOfRows,
  taskAliases,
  type SelectedHead,
} from '#server/platform/runs/rows.ts'
import { storeAnnouncement } from './announce.ts'
import { childCountsOf, countChildren, lockFamily, readReruns, wireListRows } from './family.ts'
import type { SearchedPage, WorkqueueFilters, WorkqueueSortKey } from './filters.ts'
import { readNotes } from './notes.ts'
import { firstRuns, inScope, runsWithTag } from './tagged-runs.ts'
import { createSearchList, termsOf } from './search-list.ts'

export type WorkqueuePatch = z.output<typeof workqueuePatch>

/** Maximum number of rows of `GET workqueues/recent`. */
export const MAX_RECENT = 100

const wireSummaryRow = (row: SelectedHead) => wireRunSummary(headOfRow(row))

type Workqueues = ExpressionBuilder<Database, 'workqueues'>

export type WorkqueueStore = ReturnType<typeof createWorkqueueStore>

/**
 * Runs as routes read and rename them; the engine makes all other changes. Every statement names the account.
 */
export function createWorkqueueStore(db: Kysely<Database>, clock: Clock = systemClock) {
  const matches = (accountId: string, filters: WorkqueueFilters, also: Conditions = []) => {
    const eb: Workqueues = expressionBuilder()
    return allOf([
      eb('account_id', '=', accountId),
      inScope(eb, accountId, filters),
      filters.root === true && eb('parent_task_id', 'is', null),
      filters.parentId !== undefined && eb('parent_id', '=', filters.parentId),
      filters.stuck === true && isStuck,
      filters.status?.length && oneOf('status', filters.status),
      ...createdBetween(eb, 'created', filters),
      ...also,
    ])
  }
  const matching = (accountId: string, filters: WorkqueueFilters, also?: Conditions) =>
    db.selectFrom('workqueues').where(matches(accountId, filters, also))

  const rowsOf = async (
    accountId: string,
    filters: WorkqueueFilters,
    page: PageRequest<WorkqueueSortKey>,
    also?: Conditions,
  ): Promise<SelectedHead[]> => {
    const order = orderOf(page.sort, { column: (name) => name })
    const count = offsetOf(page) + page.pagesize
    const { tags, ...rest } = filters
    if (tags?.length) {
      const among = (runs: ReturnType<typeof runsWithTag>) =>
        readPageRows(runs.where(matches(accountId, rest, also)).select(runHeadAliases), order, page)
      const found =
        order[0]?.column === 'created' ? await among(firstRuns(db, accountId, filters, order)) : []
      return found.length === page.pagesize ? found : among(runsWithTag(db, accountId, filters))
    }
    return isByStatus(filters, order)
      ? readPageRows(newestByStatus(accountId, filters, order, count, also), order, page)
      : readPageRows(matching(accountId, filters, also).select(runHeadAliases), order, page)
  }
  const searched = createSearchList(db, { matching, rowsOf, clock })

  async function list(
    accountId: string,
    filters: WorkqueueFilters,
    page: PageRequest<WorkqueueSortKey>,
  ): Promise<Page<WorkqueueSummary> | SearchedPage<WorkqueueSummary>> {
    const terms = termsOf(filters)
    if (terms) {
      const { data, ...counted } = await searched.list(accountId, terms, filters, page)
      return { data: await wireListRows(db, accountId, data), ...counted }
    }
    const [data, total] = await Promise.all([
      rowsOf(accountId, filters, page),
      readTotal(db, matching(accountId, filters)),
    ])
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
    also?: Conditions,
  ) =>
    db
      .selectFrom('apps')
      .innerJoin(sql<{ status: string }>`unnest(${status}::text[])`.as<'each'>(sql`each (status)`), (join) =>
        join.onTrue(),
      )
      .innerJoinLateral(
        () =>
          ordered(
            matching(accountId, rest, also)
              .where(sql<SqlBool>`workqueues.app_id = apps.id and workqueues.status = each.status`)
              .select(runHeadAliases),
            order,
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
    count(accountId: string, filters: WorkqueueFilters): Promise<number> {
      const terms = termsOf(filters)
      return terms ? searched.count(accountId, terms, filters) : countRows(matching(accountId, filters))
    },

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
          const note = (await readNotes(trx, accountId, [id])).get(id) ?? null
          const reruns = await readReruns(trx, accountId, id)
          return { ...wireRun(runOfRows(row, tasks)), children, note, reruns }
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
        const family = await lockFamily(trx, accountId, id, own.parent_task_id)
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

const isByStatus = ({ status }: WorkqueueFilters, [first]: readonly OrderTerm[]) =>
  Boolean(status?.length) && first?.column === 'created'

/** By the open items of what needs attention, which are few; only runs under way are looked at. */
const isStuck = sql<SqlBool>`(workqueues.status in ('notstarted', 'started') and (
  exists (
    select from attention_items i where i.account_id = workqueues.account_id
      and i.kind = 'runLate' and i.key = workqueues.id and i.closed is null)
  or exists (
    select from tasks t join attention_items i on i.account_id = workqueues.account_id
      and i.kind in ('queueNobody', 'queueStalled') and i.key = t.type || e'\\n' || t.alias and i.closed is null
    where t.workqueue_id = workqueues.id and t.waiting_since is not null)))`

/** The engine decides on a numbered snapshot of the run; a new number makes it read the changed row. */
const stampOf = (author: Author) => ({ updated_by: author.actor, seq: sql<number>`seq + 1` })

const fieldsOf = (patch: WorkqueuePatch) => Object.keys(patch) as (keyof WorkqueuePatch)[]
