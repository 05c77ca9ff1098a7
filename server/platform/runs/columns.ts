import { isoOrNull } from '../engine/wire.ts'
import type { RunTask } from '../engine/model.ts'

/**
 * How tasks travel in a statement: one array a column, joined by `unnest`. JSON goes as text and is only
 * checked for form by the database, so whatever a user's state holds (U+0000, lone surrogates) is kept.
 */
export interface TaskColumn {
  name: string
  /** Element type of the array, and what the element is cast to afterwards where that differs. */
  type: 'text' | 'integer' | 'real' | 'boolean' | 'timestamptz' | 'json'
  cast?: string
  value(task: RunTask): string | number | boolean | null
}

const jsonText = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** Never changed after the run is stored. */
const fixedColumns: readonly TaskColumn[] = [
  { name: 'position', type: 'integer', value: (task) => task.position },
  { name: 'name', type: 'text', value: (task) => task.name },
  { name: 'type', type: 'text', value: (task) => task.type },
  { name: 'alias_type', type: 'text', value: (task) => task.aliasType },
  { name: 'depends', type: 'text', cast: 'text[]', value: (task) => arrayLiteral(task.depends) },
  { name: 'condition', type: 'json', value: (task) => jsonText(task.condition) },
  { name: 'continue_on_error', type: 'boolean', value: (task) => task.continueOnError },
  { name: 'inputs', type: 'json', value: (task) => jsonText(task.inputs) },
  { name: 'outputs', type: 'json', value: (task) => jsonText(task.outputs) },
  { name: 'retry', type: 'json', value: (task) => jsonText(task.retry) },
  { name: 'timeout_ms', type: 'integer', value: (task) => task.timeoutMs },
  { name: 'created', type: 'timestamptz', value: (task) => isoOrNull(task.created) },
]

/** Written at every change of a task: those that nearly every change touches. */
export const frequentColumns: readonly TaskColumn[] = [
  { name: 'id', type: 'text', value: (task) => task.id },
  { name: 'status', type: 'text', value: (task) => task.status },
  { name: 'attempt', type: 'integer', value: (task) => task.attempt },
  { name: 'tries', type: 'integer', value: (task) => task.tries },
  { name: 'queued', type: 'timestamptz', value: (task) => isoOrNull(task.queued) },
  { name: 'started', type: 'timestamptz', value: (task) => isoOrNull(task.started) },
  { name: 'ended', type: 'timestamptz', value: (task) => isoOrNull(task.ended) },
  { name: 'progress', type: 'real', value: (task) => task.progress },
  { name: 'updated_by', type: 'text', value: (task) => task.updatedBy },
  { name: 'holder', type: 'integer', value: (task) => task.holder },
]

/** Written when one of them has changed. */
export const rareColumns: readonly TaskColumn[] = [
  { name: 'alias', type: 'text', value: (task) => task.alias },
  { name: 'version', type: 'text', value: (task) => task.version },
  { name: 'host_name', type: 'text', value: (task) => task.hostName },
  { name: 'retry_time', type: 'timestamptz', value: (task) => isoOrNull(task.retryTime) },
  { name: 'deadline', type: 'timestamptz', value: (task) => isoOrNull(task.deadline) },
  { name: 'reason', type: 'text', value: (task) => task.reason },
]

export const resolvedInputs: TaskColumn = {
  name: 'resolved_inputs',
  type: 'json',
  value: (task) => jsonText(task.resolvedInputs),
}

export const allColumns: readonly TaskColumn[] = [
  ...frequentColumns,
  ...rareColumns,
  ...fixedColumns,
  resolvedInputs,
]

/** The engine processes that hold these tasks, in order; what `workqueues.holders` keeps. */
export function holdersOf(tasks: readonly RunTask[]): number[] {
  const holders = new Set<number>()
  for (const { holder } of tasks) if (holder !== null) holders.add(holder)
  return [...holders].sort((one, other) => one - other)
}

/**
 * An array as PostgreSQL reads it, `{"a",1,NULL}`. The driver would write it too, at five times the cost, and could not
 * have one as an element of another: arrays of differing lengths travel as texts.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  let literal = ''
  let last: unknown
  let text = ''
  for (const value of values) {
    // Many tasks of one write have the same status and moments.
    if (value !== last || literal === '') text = elementOf(value)
    last = value
    literal += literal === '' ? text : `,${text}`
  }
  return `{${literal}}`
}

function elementOf(value: string | number | boolean | null): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}

/** The parameters of the columns, one array each. */
export function columnArrays(columns: readonly TaskColumn[], tasks: readonly RunTask[]): string[] {
  return columns.map((column) => arrayLiteral(tasks.map((task) => column.value(task))))
}

/**
 * `unnest((select $4::text[]), $5::integer[], ...) as c(id, ...)`, the first parameter numbered `first`. Behind the
 * sub-select the planner does not see how long the arrays are, so that it expects the same of every execution and
 * keeps one plan; else it would plan each one anew, which costs more than the execution.
 */
export function unnest(columns: readonly { name: string; type: string }[], first: number): string {
  const arrays = columns.map(({ type }, index) => {
    const array = `$${first + index}::${type}[]`
    return index === 0 ? `(select ${array})` : array
  })
  return `unnest(${arrays.join(', ')}) as c(${columns.map((column) => column.name).join(', ')})`
}
