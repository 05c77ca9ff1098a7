import { setsLength } from '#web/graph/heat.ts'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'

/** The chain of tasks that set the length of a run. */
export interface CriticalPath {
  /** From the first to the last. */
  taskIds: string[]
  has(taskId: string): boolean
}

/** When a task ended; an unfinished one has not ended before `now`. Null when nothing of it has begun. */
function endOf(task: TimelineTask, attempts: readonly TimelineAttempt[], now: number): number | null {
  if (isUnfinished(task)) return attempts.length > 0 ? now : null
  const last = attempts.at(-1)
  if (last) return last.ended ?? last.started ?? last.queued
  return task.status === 'skipped' && task.ended !== null ? Date.parse(task.ended) : null
}

const isUnfinished = ({ status }: TimelineTask) =>
  status === 'started' || status === 'queued' || status === 'retry'

const beginOf = (attempts: readonly TimelineAttempt[]) =>
  attempts[0]?.queued ?? attempts[0]?.started ?? Infinity

/**
 * The critical path: from the task that ended last back through the dependency that ended last, each with its waiting
 * and all its attempts. Of several unfinished tasks the one that began first is the last of the path. Tasks that run
 * only when the workflow fails (`aside`) are not on it. Linear in tasks and edges.
 */
export function criticalPath(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  { now, aside = new Set() }: { now: number; aside?: ReadonlySet<string> },
): CriticalPath {
  const byReference = new Map<string, TimelineTask>()
  for (const task of tasks) byReference.set(task.name, task)
  for (const task of tasks) byReference.set(task.id, task)
  const attemptsOf = (task: TimelineTask) => attempts.get(task.id) ?? []
  const latest = (candidates: Iterable<TimelineTask>) => {
    let best: { task: TimelineTask; end: number; begin: number } | null = null
    for (const task of candidates) {
      const own = attemptsOf(task)
      const end = endOf(task, own, now)
      if (end === null) continue
      const begin = beginOf(own)
      if (!best || setsLength({ begin, end }, best)) best = { task, end, begin }
    }
    return best?.task
  }
  const seen = new Set<string>()
  const chain: TimelineTask[] = []
  let task = latest(tasks.filter((each) => !aside.has(each.id) && attemptsOf(each).length > 0))
  while (task && !seen.has(task.id)) {
    seen.add(task.id)
    chain.push(task)
    task = latest(task.depends.flatMap((reference) => byReference.get(reference) ?? []))
  }
  // A skipped task has no time of its own; the chain leads through it.
  const taskIds = chain.filter((each) => attemptsOf(each).length > 0).map(({ id }) => id)
  const onPath = new Set(taskIds)
  return { taskIds: taskIds.reverse(), has: (id) => onPath.has(id) }
}
