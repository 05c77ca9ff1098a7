import type { TaskStatus } from './contract.ts'

/** The fields that decide a task's position in a workflow. `depends` contains ids or names. */
export interface LinkedTask {
  id: string
  name: string
  depends: readonly string[]
}

/** One edge of a workflow, by task ids. */
export interface WorkflowEdge {
  id: string
  source: string
  target: string
}

/** Attempts per task after which the ordering stops. */
const ATTEMPTS_PER_TASK = 4

/**
 * Tasks in display order: those without dependencies first, then each as soon as all its dependencies are
 * placed. After more than four attempts per task the original order is returned: this catches cycles and
 * unknown dependencies, and also some long chains in reverse order.
 */
export function orderTasks<Task extends LinkedTask>(tasks: readonly Task[]): Task[] {
  const ordered: Task[] = []
  const placed = new Set<string>()
  const place = (task: Task) => {
    ordered.push(task)
    placed.add(task.id).add(task.name)
  }
  const waiting: Task[] = []
  for (const task of tasks) {
    if (task.depends.length === 0) place(task)
    else waiting.push(task)
  }
  const limit = ATTEMPTS_PER_TASK * tasks.length
  // A task that cannot be placed yet moves to the end of the queue; `waiting` grows while it is read.
  for (let attempt = 0; attempt < waiting.length; attempt++) {
    if (attempt >= limit) return [...tasks]
    const task = waiting[attempt]!
    if (task.depends.every((reference) => placed.has(reference))) place(task)
    else waiting.push(task)
  }
  return ordered
}

/**
 * The edges between tasks, from a dependency to its dependent. References to unknown tasks and to the task
 * itself are omitted; two references to one task (its id and its name) give one edge.
 */
export function taskEdges(tasks: readonly LinkedTask[]): WorkflowEdge[] {
  const idOf = new Map<string, string>()
  for (const task of tasks) idOf.set(task.name, task.id)
  for (const task of tasks) idOf.set(task.id, task.id)
  const edges: WorkflowEdge[] = []
  for (const { id: target, depends } of tasks) {
    const sources = new Set<string>()
    for (const reference of depends) {
      const source = idOf.get(reference)
      if (source === undefined || source === target || sources.has(source)) continue
      sources.add(source)
      edges.push({ id: `${source}>${target}`, source, target })
    }
  }
  return edges
}

/** An edge is dashed when either end is skipped or has not started. */
export function isDashedEdge(sourceStatus: string, targetStatus: string): boolean {
  return isUnwalked(sourceStatus) || isUnwalked(targetStatus)
}

const unwalked: readonly string[] = ['skipped', 'notstarted'] satisfies TaskStatus[]

function isUnwalked(status: string): boolean {
  return unwalked.includes(status)
}

/**
 * Ids of the tasks that run only when the workflow fails: those that `errorTasks` names (by id or name) and
 * their successors.
 */
export function errorTaskIds(tasks: readonly LinkedTask[], errorTasks: readonly string[]): Set<string> {
  if (errorTasks.length === 0) return new Set()
  const named = new Set(errorTasks)
  const found = new Set(
    tasks.filter((task) => named.has(task.id) || named.has(task.name)).map((task) => task.id),
  )
  if (found.size === 0) return found
  const followers = new Map<string, string[]>()
  for (const { source, target } of taskEdges(tasks)) {
    followers.set(source, [...(followers.get(source) ?? []), target])
  }
  // A set may grow while it is iterated, which makes this a search through all successors.
  for (const id of found) for (const target of followers.get(id) ?? []) found.add(target)
  return found
}
