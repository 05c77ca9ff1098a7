import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { taskEdges } from '#shared/domains/tasks/order.ts'
import { isTerminalTask } from '#shared/domains/tasks/rules.ts'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import type { AttemptOfTask } from '#web/domains/tasks/attempt-operations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { waitingFor } from '#web/domains/workqueues/detail/states.ts'

/** One link between a task, what let it start or holds it, and what waits for it. */
export interface ChainLink {
  key: string
  /** The status whose mark it has. */
  status: string
  text: string
  /** The task that it names. */
  taskId: string | null
  /** When it began; ISO. */
  at: string | null
  since: boolean
}

/** What the chain takes from an attempt. */
type EndedAttempt = Pick<AttemptOfTask, 'status' | 'endedAt'>

/** Further tasks of one kind are counted. */
const NAMED = 3

/** From what let a task start, or holds it, to those that wait for it. Linear in tasks and dependencies. */
export function chainOf(
  task: TaskDetail,
  tasks: readonly TaskDetail[],
  causes: ReadonlyMap<string, Cause>,
  attempts: readonly EndedAttempt[],
): ChainLink[] {
  const byId = new Map(tasks.map((each) => [each.id, each]))
  const dependencies = taskEdges(tasks).flatMap(({ source, target }) =>
    target === task.id ? (byId.get(source) ?? []) : [],
  )
  return [
    ...startOf(task, dependencies),
    ...failuresOf(task, attempts),
    ...causeIn(task, byId, causes),
    ...waitersOf(task, tasks),
  ]
}

/** How often it has failed, where that is more than once, and when first. */
function failuresOf(task: TaskDetail, attempts: readonly EndedAttempt[]): ChainLink[] {
  const failures = attempts.filter(({ status }) => status === 'failed' || status === 'retry')
  if (task.status === 'ended' || failures.length < 2) return []
  const at = failures[0]?.endedAt ?? null
  const text = attemptMessages.failedTimes(failures.length)
  return [{ key: 'failures', status: 'failed', text, taskId: task.id, at, since: at !== null }]
}

/** What let it start: the dependency that ended last; before its start each one that has not ended. */
function startOf(task: TaskDetail, dependencies: readonly TaskDetail[]): ChainLink[] {
  if (task.queued !== null || task.started !== null) {
    const last = dependencies
      .filter(({ ended }) => ended !== null)
      .toSorted((a, b) => Date.parse(a.ended ?? '') - Date.parse(b.ended ?? ''))
      .at(-1)
    if (!last) return []
    const text = attemptMessages.couldStart(last.name, last.status)
    return [
      { key: `start ${last.id}`, status: last.status, text, taskId: last.id, at: last.ended, since: false },
    ]
  }
  const open = dependencies.filter(({ status }) => status !== 'ended')
  const named = open.slice(0, NAMED).map((each) => ({
    key: `open ${each.id}`,
    status: each.status,
    text: attemptMessages.dependsOn(each.name, each.status),
    taskId: each.id,
    at: each.ended ?? each.started ?? each.queued,
    since: !isTerminalTask(each.status),
  }))
  const rest = open.length - named.length
  if (rest === 0) return named
  return [
    ...named,
    {
      key: 'more',
      status: 'notstarted',
      text: attemptMessages.more(rest),
      taskId: null,
      at: null,
      since: false,
    },
  ]
}

/** The failure or the running task that the cause names, where that is another task. */
function causeIn(
  task: TaskDetail,
  byId: ReadonlyMap<string, TaskDetail>,
  causes: ReadonlyMap<string, Cause>,
): ChainLink[] {
  const cause = causes.get(task.id)
  const id = cause?.parts.find((part) => part.taskId !== undefined && part.taskId !== task.id)?.taskId
  const root = id === undefined ? undefined : byId.get(id)
  const why = root && causes.get(root.id)
  if (!root || !why) return []
  return [
    {
      key: `cause ${root.id}`,
      status: root.status,
      text: why.text,
      taskId: root.id,
      at: why.since,
      since: false,
    },
  ]
}

/** How many tasks after it have not run, and the first of them. */
function waitersOf(task: TaskDetail, tasks: readonly TaskDetail[]): ChainLink[] {
  if (task.status === 'ended' || task.status === 'skipped') return []
  const waiting = waitingFor([task.id], tasks)
  const [first] = waiting
  if (!first) return []
  const text = `${attemptMessages.waitFor(waiting.length)}, ${attemptMessages.firstOf(first.name)}`
  const at = task.status === 'failed' ? task.ended : (task.started ?? task.queued)
  return [{ key: 'waiters', status: 'notstarted', text, taskId: first.id, at, since: true }]
}
