import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'
import type { childCounts, Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { oneOf } from '#server/platform/db/listing.ts'
import { keyInputs } from '#server/platform/engine/key-inputs.ts'
import { wireRunSummary } from '#server/platform/engine/run.ts'
import { headOfRow, type SelectedHead } from '#server/platform/runs/rows.ts'
import { readNotes } from './notes.ts'

/** Runs in `reruns`. */
const MAX_RERUNS = 10
/** Larger initial states of rows from before `inputs` was stored are not read for lists. */
const MAX_UNLISTED_BYTES = 65_536

type ChildCounts = z.infer<typeof childCounts>

/** How many runs the tasks of these runs have started; runs without children are missing. */
export async function countChildren(
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChildCounts>> {
  const rows = await db
    .selectFrom('workqueues')
    .select([
      'parent_id as id',
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'),
      sql<number>`(count(*) filter (where status in ('notstarted', 'started')))::int`.as('running'),
      sql<number>`(count(*) filter (where status = 'cancelled'))::int`.as('cancelled'),
    ])
    .where('account_id', '=', accountId)
    .where(oneOf('parent_id', ids))
    .groupBy('parent_id')
    .execute()
  return new Map(rows.map(({ id, ...counts }) => [id ?? '', counts]))
}

/** The children of a run among those of several. */
export const childCountsOf = (counts: ReadonlyMap<string, ChildCounts>, id: string): ChildCounts =>
  counts.get(id) ?? { total: 0, failed: 0, running: 0, cancelled: 0 }

/** The newest runs whose definition was modified from this one. */
export async function readReruns(db: Kysely<Database>, accountId: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workqueues')
    .select('id')
    .where('account_id', '=', accountId)
    .where('rerun_of', '=', id)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_RERUNS)
    .execute()
  return rows.map((row) => row.id)
}

/** A row of a list, with what its own columns do not say. */
export async function wireListRows(
  db: Kysely<Database>,
  accountId: string,
  rows: readonly SelectedHead[],
): Promise<WorkqueueSummary[]> {
  const unlisted = rows.filter(({ inputs }) => inputs === null).map(({ id }) => id)
  const ids = rows.map(({ id }) => id)
  const [children, notes, states] = await Promise.all([
    countChildren(db, accountId, ids),
    readNotes(db, accountId, ids),
    unlisted.length > 0 ? readInitialStates(db, accountId, unlisted) : new Map<string, JsonObject>(),
  ])
  return rows.map((row) => {
    const inputs = row.inputs ?? keyInputs(states.get(row.id) ?? {})
    const note = notes.get(row.id) ?? null
    return { ...wireRunSummary(headOfRow(row)), children: childCountsOf(children, row.id), inputs, note }
  })
}

/** Of runs that an earlier version has stored: their initial states, for `inputs`. */
async function readInitialStates(
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const rows = await db
    .selectFrom('workqueues')
    .select(['id', 'initial_state'])
    .where('account_id', '=', accountId)
    .where(oneOf('id', ids))
    .where(sql<SqlBool>`pg_column_size(initial_state) <= ${MAX_UNLISTED_BYTES}`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.initial_state]))
}

interface FamilyMember {
  id: string
  status: Workqueue['status']
  /** True for the run and its descendants; false for the run that it is a child of. */
  below: boolean
}

/** A run, those below it and the one directly above, locked so that none can be restarted meanwhile. */
export async function lockFamily(
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
