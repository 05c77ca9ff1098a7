import type { Cause, WhyFacts, WhyPart, WhyTask } from './facts.ts'
import { isActiveTask, type Roots, type RunGraph } from './run-graph.ts'
import { actionOn, causeOf, figure, momentOf, nameOf, taskName } from './sentence.ts'
import { roughDuration, roundedDuration } from '#shared/lib/time-text.ts'

/** Roots -> cause of all tasks that have them; they may be very many. */
export type WaitingCauses = Map<Roots, Cause | null>

/** A task that has not started and that no cancel stopped. */
export function waitingCause(
  task: WhyTask,
  graph: RunGraph,
  facts: WhyFacts,
  known: WaitingCauses = new Map(),
): Cause | null {
  const roots = rootsThatHold(task, graph)
  if (!roots) return null
  let cause = known.get(roots)
  if (cause === undefined) {
    cause = roots.tasks.length === 0 ? onlyOnFailure : waitsFor(roots, graph, facts)
    known.set(roots, cause)
  }
  return cause
}

const nothing: Roots = { tasks: [], complete: true, known: true }

const onlyOnFailure = causeOf('waits', {
  since: null,
  parts: ['Runs only when a task has failed'],
  short: 'only on failure',
})

/** What keeps a task from starting; null when nothing that is known does, empty for an error task of a run without failure. */
function rootsThatHold(task: WhyTask, graph: RunGraph): Roots | null {
  const roots = graph.rootsOf(task)
  const { failures, active } = graph
  if (graph.isErrorTask(task)) {
    if (roots.tasks.length > 0) return roots
    if (failures.tasks.length === 0) return graph.run.status === 'started' ? nothing : null
    return active.tasks.length > 0 ? active : null
  }
  if (roots.tasks.some(isFailed)) return roots
  // Where a task has failed no other one starts, whether it comes after that task or not.
  if (failures.tasks.length > 0) return failures
  return roots.known && roots.tasks.length > 0 ? roots : null
}

const isFailed = ({ status }: WhyTask) => status === 'failed'

function waitsFor(roots: Roots, graph: RunGraph, facts: WhyFacts): Cause | null {
  const failed = roots.tasks.filter(isFailed)
  const held = failed.length > 0
  const group = groupOf(roots, graph)
  const named = graph.inOrder(held ? failed : roots.tasks)
  const first = named[0]!
  const rest = group ? named.filter((task) => !group.tasks.has(task)).length : named.length - 1
  const what = [
    ...(group ? group.parts : [taskName(first)]),
    ...(rest > 0 ? [' and ', figure(`${rest} more`)] : []),
    ...(roots.complete ? [] : [' and others']),
  ]
  const clause = group ? [] : clauseOf(first, named, held, facts)
  return causeOf(held ? 'held' : 'waits', {
    since: sinceOf(named, held),
    parts: [held ? 'Not started: waits for ' : 'Waits for ', ...what, ...clause],
    short: `waits for ${what.map((part) => (typeof part === 'string' ? part : part.text)).join('')}`,
    action: held ? rerun(failed, graph, first) : actionOn('goToTask', 'Go to it', first),
  })
}

/** A restart of one of several failures starts nothing that they hold. */
function rerun(failed: readonly WhyTask[], graph: RunGraph, first: WhyTask) {
  if (graph.run.status === 'cancelled') return null
  return failed.length === 1
    ? actionOn('rerun', `Re Run ${nameOf(first)}`, first)
    : actionOn('rerunFailed', `Re Run ${failed.length} failed tasks`, null)
}

const counted = [
  ['failed', 'failed'],
  ['started', 'running'],
  ['retry', 'retrying'],
  ['queued', 'queued'],
] as const

/** `13 failed and 2 running score shards`: the first group of equal tasks of which several are waited for. */
function groupOf(roots: Roots, graph: RunGraph) {
  if (roots.tasks.length < 2) return null
  const members = new Map<string, { name: string; tasks: Set<WhyTask> }>()
  for (const task of roots.tasks) {
    const group = graph.fanOutOf(task)
    if (!group) continue
    const known = members.get(group.key)
    if (known) known.tasks.add(task)
    else members.set(group.key, { name: group.name, tasks: new Set([task]) })
  }
  const group = [...members.values()].find(({ tasks }) => tasks.size > 1)
  if (!group) return null
  const counts = counted.flatMap(([status, word]) => {
    const number = [...group.tasks].filter((task) => task.status === status).length
    return number === 0 ? [] : [`${number} ${word}`]
  })
  const last = counts.pop()!
  const words = counts.length === 0 ? last : `${counts.join(', ')} and ${last}`
  return { tasks: group.tasks, parts: [figure(words), ` ${group.name}`] }
}

/** What the tasks that are waited for do, when all do the same. */
function clauseOf(
  first: WhyTask,
  named: readonly WhyTask[],
  held: boolean,
  { now, usual }: WhyFacts,
): (WhyPart | string)[] {
  if (held) return [', which failed']
  const { status } = first
  if (named.length > 1) {
    if (!named.every((task) => task.status === status)) return []
    const many = { started: 'run', queued: 'are queued', retry: 'wait for a retry' } as Record<string, string>
    return many[status] ? [`, which ${many[status]}`] : []
  }
  const span = (from: string | null, sign: 1 | -1, word: string) => {
    const at = momentOf(from)
    return at === null ? [] : [` ${word} `, figure(roughDuration(Math.max(0, sign * (now - at))))]
  }
  const median = usual.get(first.name)?.medianMs
  if (status === 'started')
    return [
      ', which runs',
      ...span(first.started, 1, 'for'),
      ...(median == null ? [] : [', usually ', figure(roundedDuration(median))]),
    ]
  if (status === 'queued') return [', which is queued', ...span(first.queued, 1, 'for')]
  return isActiveTask(first) ? [', which retries', ...span(first.retryTime, -1, 'in')] : []
}

/** Since when the first of the tasks that are waited for is in its state. */
function sinceOf(named: readonly WhyTask[], held: boolean): string | null {
  const moments = named.map((task) => (held ? task.ended : (task.started ?? task.queued)))
  return moments.reduce(
    (first, next) => (first === null || (next !== null && next < first) ? next : first),
    null,
  )
}
