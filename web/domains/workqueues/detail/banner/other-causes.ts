import type { Cause, WhyPart } from '#shared/domains/tasks/why/facts.ts'
import { ofAllFailed } from '#shared/domains/tasks/why/sentence.ts'
import { splitCause } from '../cause-tone.ts'
import type { WorkqueueDetail } from '../operations.ts'
import { groupByReason, type ReasonGroup } from '../reason-groups.ts'

type Tasks = WorkqueueDetail['tasks']
type Causes = ReadonlyMap<string, Cause>

/** What else is wrong in a run: the first task that has the cause, and its sentence. */
export interface OtherCause {
  task: Tasks[number]
  cause: Cause
}

/** The rest is in the views below the banner. */
const MOST = 3

/**
 * What stands behind "and 1 more" in the sentence of a run: failures of other reasons, other queues that are not
 * served, and the first task that is late. `shown` is the task that the sentence is about. Linear in the tasks.
 */
export function otherCauses(
  { code }: Pick<Cause, 'code'>,
  shown: Tasks[number] | undefined,
  tasks: Tasks,
  causes: Causes,
): OtherCause[] {
  if (!shown) return []
  if (code === 'failed') return otherReasons(shown, tasks, causes).slice(0, MOST)
  if (code !== 'nobody' && code !== 'stalled') return []
  const known = new Set([queueOf(shown)])
  const found: OtherCause[] = []
  let late: OtherCause | null = null
  for (const task of tasks) {
    const cause = causes.get(task.id)
    if (cause?.code === 'late') late ??= { task, cause }
    if (!cause || !unserved.includes(cause.code) || known.has(queueOf(task))) continue
    known.add(queueOf(task))
    found.push({ task, cause })
  }
  return [...(late ? [late] : []), ...found].slice(0, MOST)
}

const unserved: readonly string[] = ['nobody', 'stalled']

const queueOf = ({ type, alias }: Tasks[number]) => `${type} ${alias}`

/** The failures of each other reason. */
function otherReasons(shown: Tasks[number], tasks: Tasks, causes: Causes): OtherCause[] {
  const failed = tasks.filter(({ status }) => status === 'failed')
  return groupByReason(failed).flatMap((group) => {
    const [task] = group.tasks as Tasks
    if (!task || holds(group, shown)) return []
    const cause = shareOf(task, group, failed, causes)
    return cause ? [{ task, cause }] : []
  })
}

/**
 * The first sentence of a run that failed for several reasons, which `shown` is about. Like those of the other reasons it
 * says its share of all instead of a number more, so that the shares add up; null with one reason.
 */
export function shareOfReason(
  { code }: Pick<Cause, 'code'>,
  shown: Tasks[number] | undefined,
  tasks: Tasks,
  causes: Causes,
): readonly WhyPart[] | null {
  if (code !== 'failed' || !shown) return null
  const failed = tasks.filter(({ status }) => status === 'failed')
  const groups = groupByReason(failed)
  const own = groups.length > 1 && groups.find((group) => holds(group, shown))
  return (own && shareOf(shown, own, failed, causes)?.parts) || null
}

const holds = (group: ReasonGroup, task: Tasks[number]) => group.tasks.some(({ id }) => id === task.id)

/** `shard 9-15 failed: Out of memory, 2 of the 4 failed tasks`, without its attempts. */
function shareOf(task: Tasks[number], group: ReasonGroup, failed: Tasks, causes: Causes): Cause | null {
  const cause = causes.get(task.id)
  return cause
    ? ofAllFailed({ ...cause, parts: splitCause(cause).first }, group.tasks.length, failed.length)
    : null
}
