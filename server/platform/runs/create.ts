import type pg from 'pg'
import { iso, isoOrNull } from '../engine/wire.ts'
import type { Run } from '../engine/model.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { allColumns, columnArrays, holdersOf, unnest } from './columns.ts'
import { outboxInsert } from './inserts.ts'

const runColumns = [
  'id, account_id, app_id, name, description, tags, plan_id, rerun_of, parent_task_id, parent_item, depth',
  'status, created, created_by, started, ended, updated_by, initial_state, state, outputs_def',
  'first_tasks, error_tasks, holders',
].join(', ')
const runParameters = 23
const parentAttempt = runParameters + 1
const firstTaskParameter = parentAttempt + 1

/** A run, its tasks and its messages in one statement; as a child only while its parent's attempt is under way. */
const statement = {
  name: 'run-create',
  text: `with made as (
      insert into workqueues (${runColumns})
      select $1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10::integer, $11::integer,
        $12, $13::timestamptz, $14, $15::timestamptz, $16::timestamptz, $17, $18::json, $19::json, $20::json,
        $21::text[], $22::text[], $23::integer[]
      where $${parentAttempt}::integer is null
        or exists (select 1 from tasks where id = $9 and status = 'started' and attempt = $${parentAttempt})
      returning id, account_id, app_id),
    placed as (
      insert into tasks (account_id, app_id, workqueue_id, ${allColumns.map(({ name }) => name).join(', ')})
      select made.account_id, made.app_id, made.id, ${allColumns.map(picked).join(', ')}
      from made, ${unnest(allColumns, firstTaskParameter)}),
    told as (${outboxInsert('made', firstTaskParameter + allColumns.length)})
    select (select id from told) as outbox from made`,
}

function picked({ name, cast }: { name: string; cast?: string }): string {
  return cast ? `c.${name}::${cast}` : `c.${name}`
}

/** Stores a new run; null when `parentAttempt` is given and no longer under way. */
export async function createRun(
  pool: pg.Pool,
  run: Run,
  extra: { messages: LiveMessage[]; parentAttempt?: number },
): Promise<{ outboxId: string | null } | null> {
  const values = [
    ...runValues(run),
    extra.parentAttempt ?? null,
    ...columnArrays(allColumns, run.tasks),
    JSON.stringify(extra.messages),
  ]
  const { rows } = await pool.query<{ outbox: string | null }>({ ...statement, values })
  const row = rows[0]
  return row ? { outboxId: row.outbox } : null
}

function runValues(run: Run): unknown[] {
  return [
    run.id,
    run.accountId,
    run.appId,
    run.name,
    run.description,
    run.tags,
    run.planId,
    run.rerunOf,
    run.parentTaskId,
    run.parentItem,
    run.depth,
    run.status,
    iso(run.created),
    run.createdBy,
    isoOrNull(run.started),
    isoOrNull(run.ended),
    run.updatedBy,
    JSON.stringify(run.initialState),
    JSON.stringify(run.state),
    run.outputsDef === null ? null : JSON.stringify(run.outputsDef),
    run.firstTasks,
    run.errorTasks,
    holdersOf(run.tasks),
  ]
}
