import { frequentColumns, rareColumns, resolvedInputs, unnest, type TaskColumn } from './columns.ts'
import { logColumns, logInsert, outboxInsert } from './inserts.ts'

/**
 * The one statement that changes a run. Its first part moves the run's row from the `seq` that the decision
 * was taken at to the next; everything else joins that row. When another process was faster there is no such
 * row, and nothing is changed. Nothing is decided by reading other rows, so no wake-up can be lost.
 *
 * The parts that a write does not need are left out. That makes a handful of texts, each prepared once a
 * connection under its own name.
 */
export interface Parts {
  state: boolean
  /** What the first task brings and what the second; more tasks travel in arrays, as `many`. */
  few: readonly TaskParts[]
  many: TaskParts | null
  logs: boolean
  messages: boolean
}

/** What a task brings beside the columns that nearly every change touches. */
export interface TaskParts {
  /** It differs in a column that seldom changes. */
  rare: boolean
  /** It was queued, so its inputs were resolved anew. */
  inputs: boolean
}

/** A step of a chain ends one task and starts another. */
export const MOST_FEW = 2

const runParameters = 7

const statements = new Map<string, { name: string; text: string }>()

/** The columns that a task with these parts sends, `id` first. */
export function columnsOf({ rare, inputs }: TaskParts): readonly TaskColumn[] {
  return [...frequentColumns, ...(rare ? rareColumns : []), ...(inputs ? [resolvedInputs] : [])]
}

/** The statement for these parts and the name to prepare it under. */
export function statementOf(parts: Parts): { name: string; text: string } {
  const flags = [parts.state, parts.logs, parts.messages, parts.many !== null]
  const brought = [...parts.few, ...(parts.many ? [parts.many] : [])]
  const bits = [...flags, ...brought.flatMap(({ rare, inputs }) => [rare, inputs])]
  const name = `run-write-${bits.map(Number).join('')}`
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
         updated_by = $6, holders = $7::integer[]${state}
       where id = $1 and seq = $2 returning id, account_id)`,
  ]
  parts.few.forEach((brought, index) => {
    const columns = columnsOf(brought)
    ctes.push(`changed${index} as (${changeOne(columns, take(columns.length))})`)
  })
  if (parts.many) {
    const columns = columnsOf(parts.many)
    ctes.push(`changed as (${changeMany(columns, take(1), take(columns.length))})`)
  }
  if (parts.logs) ctes.push(logInsert('moved', take(logColumns.length)))
  if (parts.messages) ctes.push(`told as (${outboxInsert('moved', take(1))})`)
  const outbox = parts.messages ? '(select id from told)' : 'null::bigint'
  return `with ${ctes.join(',\n')} select ${outbox} as outbox from moved`
}

/** `t.id = $7` alone finds the row: a join with the run's tasks would be work for each task of the run. */
function changeOne(columns: readonly TaskColumn[], first: number): string {
  const assignments = columns.map(({ name, type }, index) => `${name} = $${first + index}::${type}`)
  return `update tasks t set ${assignments.slice(1).join(', ')} from moved where t.id = $${first}`
}

/**
 * A limit that the planner does not know makes it expect few rows, so that it looks each task up by its id. Else it
 * plans, while tables are small or not analysed, to read all tasks of the run or of the table, and keeps that plan.
 */
function changeMany(columns: readonly TaskColumn[], count: number, first: number): string {
  const assignments = columns
    .slice(1)
    .map(({ name }) =>
      name === resolvedInputs.name ? `${name} = coalesce(c.${name}, t.${name})` : `${name} = c.${name}`,
    )
  return `update tasks t set ${assignments.join(', ')}
    from moved, (select * from ${unnest(columns, first)} limit $${count}) c where t.id = c.id`
}
