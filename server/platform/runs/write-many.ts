import type pg from 'pg'
import type { TaskChange } from '../engine/task.ts'
import type { RunWrite } from '../engine/types.ts'
import {
  arrayLiteral,
  changedTasks,
  columnArrays,
  holdersOf,
  logColumns,
  names,
  picked,
  resultColumn,
  runColumns,
  runIdColumn,
  sentTask,
  taskColumns,
  unnest,
  type SentTask,
} from './columns.ts'
import { waitingChanges, waitingColumns, waitingDelete, waitingInserts } from './waiting.ts'
import { sentColumns, taskParts, type TaskParts } from './write.ts'

type Written = { outboxId: string | null } | null

/** Rows of one table that a write may have to be joined with others; a larger one would keep them waiting. */
const FEW = 20

/** Whether a write can be joined with others: it is small, as the step of a task is, keeps no attempt and takes no value back. */
export const isJoinable = ({ tasks, logs, past, failures }: RunWrite): boolean =>
  tasks.length <= FEW &&
  logs.length <= FEW &&
  past.length === 0 &&
  failures.length === 0 &&
  tasks.every(
    ({ patch: { resolvedInputs, stateNo, resultNo } }) =>
      resolvedInputs !== null && stateNo !== null && resultNo !== null,
  )

/** Columns that keep their value where a write has none. */
const kept = new Set(
  [...runColumns.alone, ...taskColumns.inputs, ...taskColumns.result, resultColumn].map(({ name }) => name),
)

const assigned = (table: string) => (column: { name: string; cast?: string }) => {
  const value = column.cast ? `c.${column.name}::${column.cast}` : `c.${column.name}`
  return `${column.name} = ${kept.has(column.name) ? `coalesce(${value}, ${table}.${column.name})` : value}`
}

/** What one of the writes needs; the others are left out of the statement. */
interface Parts {
  seldom: boolean
  state: boolean
  tasks: TaskParts
  logs: boolean
  came: boolean
  gone: boolean
}

const headColumns = ({ seldom, state }: Parts) => [
  ...runColumns.often,
  ...(seldom ? runColumns.seldom : []),
  ...(state ? runColumns.alone : []),
]

const asked = (head: readonly { name: string; type: string }[]) => [
  { name: 'run_id', type: 'text' },
  { name: 'seq', type: 'integer' },
  { name: 'holders', type: 'text' },
  { name: 'messages', type: 'text' },
  ...head,
]

/**
 * One statement and one commit for the writes of several runs. Each is void alone when another process has written its run
 * first. Runs are locked in the order of their ids, so that two processes do not wait for each other.
 */
function statementText(parts: Parts): string {
  const { logs, came, gone } = parts
  const [head, columns] = [headColumns(parts), sentColumns(parts.tasks)]
  const runs = asked(head)
  let next = 3
  const take = (count: number) => (next += count) - count
  const ctes = [
    `asked as materialized (
      select c.* from ${unnest(runs, take(runs.length))} order by c.run_id limit $1)`,
    `moved as (
      update workqueues w set seq = w.seq + 1, holders = c.holders::integer[], ${head.map(assigned('w')).join(', ')}
      from asked c where w.id = c.run_id and w.seq = c.seq returning w.id, w.account_id, w.priority, c.messages)`,
    `changed as (
      update tasks t set ${columns.slice(1).map(assigned('t')).join(', ')}
      from moved, (select * from ${unnest([...columns, runIdColumn], take(columns.length + 1))} limit $2) c
      where t.id = c.id and moved.id = c.run_id)`,
    `announced as (
      insert into outbox (messages) select messages from moved where messages is not null order by moved.id
      returning id)`,
  ]
  if (logs)
    ctes.push(`logged as (
      insert into task_logs (account_id, workqueue_id, ${names(logColumns)})
      select moved.account_id, moved.id, ${picked(logColumns)}
      from moved join ${unnest([...logColumns, runIdColumn], take(logColumns.length + 1))} on c.run_id = moved.id)`)
  if (came) ctes.push(...waitingInserts('moved', take(waitingColumns.length + 1), runIdColumn))
  if (gone) ctes.push(waitingDelete('moved', take(1)))
  return `with ${ctes.join(',\n')}
    select (select array_agg(id order by id) from moved) as moved,
      (select array_agg(id order by id) from moved where messages is not null) as told,
      (select array_agg(id order by id) from announced) as outbox`
}

const statements = new Map<string, { name: string; text: string }>()

function statementFor(parts: Parts): { name: string; text: string } {
  const { seldom, state, tasks, logs, came, gone } = parts
  const flags = [seldom, state, tasks.seldom, tasks.inputs, tasks.result, logs, came, gone]
  const name = `runs-write-${flags.map(Number).join('')}`
  let statement = statements.get(name)
  if (!statement) statements.set(name, (statement = { name, text: statementText(parts) }))
  return statement
}

interface Row {
  moved: string[] | null
  told: string[] | null
  outbox: string[] | null
}

/** Writes the changes of several runs, each at most once; the answers are in their order. */
export async function writeRuns(pool: pg.Pool, writes: readonly RunWrite[]): Promise<Written[]> {
  const after = writes.map(({ before, run }) => ({ ...before, ...run }))
  const changes = writes.flatMap(({ before, tasks }) => tasks.map((change) => ({ runId: before.id, change })))
  const logs = writes.flatMap((write) => write.logs.map((log) => ({ runId: write.before.id, log })))
  const waiting = writes.map(({ before, tasks }) => ({ runId: before.id, ...waitingChanges(before, tasks) }))
  const came = waiting.flatMap(({ runId, came: tasks }) => tasks.map((task) => ({ runId, task })))
  const gone = waiting.flatMap((each) => each.gone)
  const each = writes.map(({ before, tasks }) => taskParts(before, tasks))
  const parts: Parts = {
    seldom: writes.some(({ run }) => runColumns.seldom.some(({ field }) => field in run)),
    state: writes.some(({ run }) => run.state !== undefined),
    tasks: {
      seldom: each.some(({ seldom }) => seldom),
      inputs: each.some(({ inputs }) => inputs),
      result: each.some(({ result }) => result),
    },
    logs: logs.length > 0,
    came: came.length > 0,
    gone: gone.length > 0,
  }
  const { rows } = await pool.query<Row>({
    ...statementFor(parts),
    values: [
      writes.length,
      changes.length,
      arrayLiteral(writes.map(({ before }) => before.id)),
      arrayLiteral(writes.map(({ before }) => before.seq)),
      arrayLiteral(writes.map(({ before, tasks }) => arrayLiteral(holdersOf(changedTasks(before, tasks))))),
      arrayLiteral(writes.map(({ messages }) => (messages.length > 0 ? JSON.stringify(messages) : null))),
      ...headColumns(parts).map((column) =>
        arrayLiteral(
          after.map((run, index) =>
            kept.has(column.name) && !(column.field in writes[index]!.run) ? null : column.value(run),
          ),
        ),
      ),
      ...columnArrays(
        sentColumns(parts.tasks),
        changes.map(({ change }) => sentPart(change)),
      ),
      arrayLiteral(changes.map(({ runId }) => runId)),
      ...(parts.logs
        ? [
            ...columnArrays(
              logColumns,
              logs.map(({ log }) => log),
            ),
            arrayLiteral(logs.map(({ runId }) => runId)),
          ]
        : []),
      ...(parts.came
        ? [
            ...columnArrays(
              waitingColumns,
              came.map(({ task }) => task),
            ),
            arrayLiteral(came.map(({ runId }) => runId)),
          ]
        : []),
      ...(parts.gone ? [gone] : []),
    ],
  })
  const { moved, told, outbox } = rows[0]!
  const isMoved = new Set(moved)
  const outboxOf = new Map(told?.map((id, index) => [id, outbox?.[index] ?? null]))
  return writes.map(({ before: { id } }) => (isMoved.has(id) ? { outboxId: outboxOf.get(id) ?? null } : null))
}

/** Inputs that were not resolved again stay as they are: they may be large. */
function sentPart(change: TaskChange): SentTask {
  const task = sentTask(change)
  return change.patch.resolvedInputs === undefined ? { ...task, resolvedInputs: null } : task
}
