import { isBuiltin, type RunTask, type TaskChange } from '../engine/task.ts'
import { isoOrNull } from '../engine/fields.ts'
import type { Run } from '../engine/run.ts'
import { type runIdColumn, unnest, type SqlColumn } from './columns.ts'

/** What a write changes in the order of the tasks that wait for a worker (`waiting_tasks`). */
export interface WaitingChanges {
  /** Tasks that wait from now on, or in another queue. */
  came: RunTask[]
  /** Ids of tasks that no longer wait. */
  gone: string[]
}

const waits = (task: RunTask) => task.status === 'queued' && !isBuiltin(task.type)

const isAnotherPlace = (before: RunTask, task: RunTask) =>
  before.alias !== task.alias || before.queued !== task.queued || before.attempt !== task.attempt

/** `before` is null for a new run. */
export function waitingChanges(
  before: Run | null,
  tasks: readonly Pick<TaskChange, 'task'>[],
): WaitingChanges {
  const changes: WaitingChanges = { came: [], gone: [] }
  for (const { task } of tasks) {
    const known = before?.tasks[task.position]
    const waited = known !== undefined && waits(known)
    if (waits(task)) {
      if (!waited || isAnotherPlace(known, task)) changes.came.push(task)
    } else if (waited) changes.gone.push(task.id)
  }
  return changes
}

/** The columns of a task that comes. */
export const waitingColumns: SqlColumn<RunTask>[] = [
  { field: 'id', name: 'task_id', type: 'text', value: ({ id }) => id },
  { field: 'type', name: 'type', type: 'text', value: ({ type }) => type },
  { field: 'alias', name: 'alias', type: 'text', value: ({ alias }) => alias },
  { field: 'attempt', name: 'attempt', type: 'integer', value: ({ attempt }) => attempt },
  { field: 'position', name: 'position', type: 'integer', value: ({ position }) => position },
  { field: 'queued', name: 'queued', type: 'timestamptz', value: ({ queued }) => isoOrNull(queued) },
]

/**
 * Parts of a statement that let tasks of the run in `source` wait; with `ofRun` each is of one of several runs. Runs take turns: the tasks of a run have one round each,
 * beginning behind those of it that wait already, and else with the round that is handed out now. So a run with many tasks
 * lets a task of another run wait for one round at most, and no queue has to remember whose turn it is.
 */
export function waitingInserts(source: string, first: number, ofRun?: typeof runIdColumn): string[] {
  const columns = ofRun ? [...waitingColumns, ofRun] : waitingColumns
  return [
    `came as (
      select c.*, ${source}.id as run, ${source}.priority, queue_key(${source}.account_id, c.type, c.alias) as queue
      from ${source}, ${unnest(columns, first)}${ofRun ? ` where c.run_id = ${source}.id` : ''})`,
    `rounds as (
      select q.queue, q.run, greatest(
        (select w.tag from waiting_tasks w where w.queue = q.queue and w.priority = q.priority order by w.tag limit 1),
        (select w.tag + 1 from waiting_tasks w where w.workqueue_id = q.run and w.queue = q.queue
          order by w.tag desc limit 1), 0) as tag
      from (select distinct queue, priority, run from came) as q)`,
    `waiting as (
      insert into waiting_tasks (task_id, workqueue_id, attempt, queue, priority, tag, queued)
      select came.task_id, came.run, came.attempt, came.queue, came.priority,
        rounds.tag + row_number() over (partition by came.queue, came.run order by came.position) - 1,
        came.queued
      from came join rounds using (queue, run)
      on conflict (task_id) do update set attempt = excluded.attempt, queue = excluded.queue, tag = excluded.tag,
        queued = excluded.queued)`,
  ]
}

/** A part of a statement that removes tasks of the runs in `source`. */
export const waitingDelete = (source: string, parameter: number) =>
  `unwaited as (
    delete from waiting_tasks w using ${source}
    where w.task_id = any($${parameter}::text[]) and w.workqueue_id = ${source}.id)`
