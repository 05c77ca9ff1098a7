import type pg from 'pg'
import { isoOrNull } from '../../engine/wire.ts'
import type { RunLog, RunTask } from '../../engine/model.ts'
import type { RunWrite } from '../../engine/types.ts'
import { columnArrays, frequentColumns, rareColumns, unnest } from './run-columns.ts'

/**
 * The one statement that changes a run. Its first part moves the run's row from the `seq` that the decision
 * was taken at to the next; everything else joins that row. When another process was faster there is no such
 * row, and nothing is changed. Nothing is decided by reading other rows, so no wake-up can be lost.
 *
 * The parts that a write does not need are left out. That makes a handful of texts, each prepared once a
 * connection under its own name.
 */
interface Parts {
  state: boolean
  tasks: boolean
  /** Some task differs in a column that seldom changes. */
  rare: boolean
  /** Some task was queued, so its inputs were resolved anew. */
  inputs: boolean
  logs: boolean
  messages: boolean
}

const runParameters = 6
const logColumns = [
  { name: 'id', type: 'text' },
  { name: 'task_id', type: 'text' },
  { name: 'attempt', type: 'integer' },
  { name: 'timestamp', type: 'timestamptz' },
  { name: 'level', type: 'text' },
  { name: 'message', type: 'text' },
  { name: 'stacktrace', type: 'text' },
]
const inputsColumn = { name: 'resolved_inputs', type: 'json' }

const statements = new Map<string, { name: string; text: string }>()

export async function writeRun(pool: pg.Pool, write: RunWrite): Promise<{ outboxId: string | null } | null> {
  const parts: Parts = {
    state: write.run.state !== undefined,
    tasks: write.tasks.length > 0,
    rare: write.tasks.some(({ task }) => differsRarely(task, write.before.tasks[task.position])),
    inputs: write.tasks.some(({ patch }) => patch.resolvedInputs !== undefined),
    logs: write.logs.length > 0,
    messages: write.messages.length > 0,
  }
  const { rows } = await pool.query<{ outbox: string | null }>({
    ...statementOf(parts),
    values: valuesOf(write, parts),
  })
  const row = rows[0]
  return row ? { outboxId: row.outbox } : null
}

function valuesOf({ before, run, tasks, logs, messages }: RunWrite, parts: Parts): unknown[] {
  const after = { ...before, ...run }
  const values: unknown[] = [
    before.id,
    before.seq,
    after.status,
    isoOrNull(after.started),
    isoOrNull(after.ended),
    after.updatedBy,
  ]
  if (parts.state) values.push(JSON.stringify(after.state))
  const changed = tasks.map(({ task }) => task)
  if (parts.tasks) values.push(...columnArrays(frequentColumns, changed))
  if (parts.rare) values.push(...columnArrays(rareColumns, changed))
  if (parts.inputs)
    values.push(
      tasks.map(({ patch }) => (patch.resolvedInputs ? JSON.stringify(patch.resolvedInputs) : null)),
    )
  if (parts.logs) values.push(...logArrays(logs))
  if (parts.messages) values.push(JSON.stringify(messages))
  return values
}

function differsRarely(task: RunTask, before: RunTask | undefined): boolean {
  return !before || rareColumns.some((column) => column.value(task) !== column.value(before))
}

function statementOf(parts: Parts): { name: string; text: string } {
  const name = `run-write-${Object.values(parts).map(Number).join('')}`
  let statement = statements.get(name)
  if (!statement) statements.set(name, (statement = { name, text: statementText(parts) }))
  return statement
}

function statementText(parts: Parts): string {
  let next = runParameters + 1
  const take = (count: number) => (next += count) - count
  const state = parts.state ? `, state = $${take(1)}::json` : ''
  const ctes = [
    `moved as (
       update workqueues set seq = seq + 1, status = $3, started = $4::timestamptz, ended = $5::timestamptz,
         updated_by = $6${state}
       where id = $1 and seq = $2 returning id, account_id)`,
  ]
  if (parts.tasks) {
    const columns: { name: string; type: string }[] = [...frequentColumns]
    if (parts.rare) columns.push(...rareColumns)
    if (parts.inputs) columns.push(inputsColumn)
    ctes.push(changedTasks(columns, take(columns.length)))
  }
  if (parts.logs) ctes.push(logInsert('moved', take(logColumns.length)))
  if (parts.messages) ctes.push(`told as (${outboxInsert('moved', take(1))})`)
  const outbox = parts.messages ? '(select id from told)' : 'null::bigint'
  return `with ${ctes.join(',\n')} select ${outbox} as outbox from moved`
}

function changedTasks(columns: readonly { name: string; type: string }[], first: number): string {
  const assignments = columns
    .filter(({ name }) => name !== 'id')
    .map(({ name }) =>
      name === inputsColumn.name ? `${name} = coalesce(c.${name}, t.${name})` : `${name} = c.${name}`,
    )
  return `changed as (
    update tasks t set ${assignments.join(', ')}
    from moved, ${unnest(columns, first)} where t.id = c.id and t.workqueue_id = moved.id)`
}

/** A part that stores log entries for the run in `source`. */
export function logInsert(source: string, first: number): string {
  const names = logColumns.map(({ name }) => name).join(', ')
  const picked = logColumns.map(({ name }) => `c.${name}`).join(', ')
  return `logged as (
    insert into task_logs (account_id, workqueue_id, ${names})
    select ${source}.account_id, ${source}.id, ${picked} from ${source}, ${unnest(logColumns, first)})`
}

export function outboxInsert(source: string, parameter: number): string {
  return `insert into outbox (messages) select $${parameter}::json from ${source} returning id`
}

export function logArrays(logs: readonly RunLog[]): unknown[] {
  return [
    logs.map((entry) => entry.id),
    logs.map((entry) => entry.taskId),
    logs.map((entry) => entry.attempt),
    logs.map((entry) => isoOrNull(entry.timestamp)),
    logs.map((entry) => entry.level),
    logs.map((entry) => entry.message),
    logs.map((entry) => entry.stacktrace),
  ]
}
