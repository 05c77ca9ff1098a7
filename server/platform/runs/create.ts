import type pg from 'pg'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Run } from '../engine/run.ts'
import {
  castParameter,
  columnArrays,
  holdersOf,
  names,
  outboxInsert,
  picked,
  runColumns,
  taskColumns,
  unnest,
} from './columns.ts'

const holders = runColumns.all.length + 1
const parentAttempt = holders + 1
const firstTaskParameter = parentAttempt + 1
const parentTask = runColumns.all.findIndex(({ field }) => field === 'parentTaskId') + 1

/**
 * A run, its tasks and its messages in one statement; a child run only while its parent's attempt is current.
 */
const statement = {
  name: 'run-create',
  text: `with made as (
      insert into workqueues (${names(runColumns.all)}, holders)
      select ${runColumns.all.map((column, index) => castParameter(column, index + 1)).join(', ')},
        $${holders}::integer[]
      where $${parentAttempt}::integer is null or exists (
        select 1 from tasks where id = $${parentTask} and status = 'started' and attempt = $${parentAttempt})
      returning id, account_id, app_id),
    stored as (
      insert into tasks (account_id, app_id, workqueue_id, ${names(taskColumns.all)})
      select made.account_id, made.app_id, made.id, ${picked(taskColumns.all)}
      from made, ${unnest(taskColumns.all, firstTaskParameter)}),
    ${outboxInsert('made', firstTaskParameter + taskColumns.all.length)}
    select (select id from announced) as outbox from made`,
}

/** Stores a new run; null when `parentAttempt` is given and is over. */
export async function createRun(
  pool: pg.Pool,
  run: Run,
  extra: { messages: LiveMessage[]; parentAttempt?: number },
): Promise<{ outboxId: string | null } | null> {
  const values = [
    ...runColumns.all.map((column) => column.value(run)),
    holdersOf(run.tasks),
    extra.parentAttempt ?? null,
    ...columnArrays(taskColumns.all, run.tasks),
    JSON.stringify(extra.messages),
  ]
  const { rows } = await pool.query<{ outbox: string | null }>({ ...statement, values })
  const [row] = rows
  return row ? { outboxId: row.outbox } : null
}
