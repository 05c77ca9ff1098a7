import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { ofAllFailed } from '#shared/domains/tasks/why/sentence.ts'
import { splitCause } from './cause-tone.ts'
import type { WorkqueueDetail } from './operations.ts'
import { groupByReason } from './reason-groups.ts'

type Tasks = WorkqueueDetail['tasks']

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
  causes: ReadonlyMap<string, Cause>,
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

/**
 * The failures of each other reason, without their attempts. The sentence above counts them too, so each line says its
 * share of all instead of a number more: `shard 9-15 failed: Out of memory, 2 of the 4 failed tasks`.
 */
function otherReasons(shown: Tasks[number], tasks: Tasks, causes: ReadonlyMap<string, Cause>): OtherCause[] {
  const failed = tasks.filter(({ status }) => status === 'failed')
  return groupByReason(failed).flatMap((group) => {
    const [task] = group.tasks as Tasks
    const cause = task && causes.get(task.id)
    if (!cause || group.tasks.some(({ id }) => id === shown.id)) return []
    const sentence = { ...cause, parts: splitCause(cause).first }
    return [{ task, cause: ofAllFailed(sentence, group.tasks.length, failed.length) }]
  })
}
