import { orderTasks } from '#shared/domains/tasks/order.ts'
import { parseJson } from '#web/lib/json-text.ts'
import type { NodeTask } from '#web/graph/node-store.ts'

/** The data that the graph shows of a plan. */
export interface PlanGraphData {
  /** In the order of the workflow. Their status is empty: a plan has none. */
  tasks: NodeTask[]
  errorTasks: string[]
}

/** The graph of a plan's text; null for a text that is not JSON. Malformed parts are left out. */
export function planGraphData(text: string): PlanGraphData | null {
  const parsed = parseJson(text)
  if ('reason' in parsed) return null
  const { tasks, errorTasks } = fieldsOf(parsed.value)
  return { tasks: orderTasks(graphTasks(tasks)), errorTasks: texts(errorTasks) }
}

function graphTasks(tasks: unknown): NodeTask[] {
  if (!Array.isArray(tasks)) return []
  const known = new Set<string>()
  return tasks.map(fieldsOf).flatMap(({ name, type, alias, depends }) => {
    // A duplicate name is a fault that the platform reports on save; the graph shows the first.
    if (typeof name !== 'string' || known.has(name)) return []
    known.add(name)
    const timeless = { status: '', started: null, ended: null, attempt: null }
    return { id: name, name, type: text(type), alias: text(alias), depends: texts(depends), ...timeless }
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
