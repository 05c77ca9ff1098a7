import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { isSameJson } from '#web/lib/json-values.ts'
import { shortNames } from '#web/domains/workqueues/compare/likely-causes.ts'
import type { WorkqueueDetail } from '#web/domains/workqueues/detail/operations.ts'
import { briefValue } from '../payload/payload-value.tsx'
import type { LastGoodTask } from '../use-last-good.ts'

/** What a task has in this run and had in the last good one. */
export interface Difference {
  label: string
  before: string
  now: string
}

/** What speaks against a difference as the cause. */
export interface Counterexample {
  label: string
  text: string
}

/**
 * Where a task differs from that of the last good run, the likely cause first: version, inputs, plan, alias, host; and
 * the names of what is the same. What is not known on both sides is left out.
 */
export function differencesOf(
  run: Pick<WorkqueueDetail, 'plan' | 'tasks'>,
  task: Pick<TaskDetail, 'id' | 'name' | 'type' | 'version' | 'alias' | 'hostName'>,
  resolved: JsonObject | null,
  good: LastGoodTask,
): { changed: Difference[]; against: Counterexample | null; same: string[] } {
  const changed: Difference[] = []
  const same: string[] = []
  const compare = (label: string, now: string | null | undefined, before: string | null | undefined) => {
    if (now == null || before == null) return
    if (now === before) same.push(label === attemptMessages.plan ? `${label} ${now}` : label)
    else changed.push({ label, before, now })
  }
  compare(attemptMessages.version, task.version, good.task.version)
  if (resolved && good.resolved) {
    const names = [...new Set([...Object.keys(resolved), ...Object.keys(good.resolved)])]
    const differing = names.filter((name) => !isSameJson(resolved[name], good.resolved?.[name]))
    for (const name of differing)
      changed.push({
        label: attemptMessages.input(name),
        before: briefValue(good.resolved[name]),
        now: briefValue(resolved[name]),
      })
    const equal = names.length - differing.length
    if (equal > 0) same.push(attemptMessages.sameInputs(equal, differing.length > 0))
  }
  const version = (plan: WorkqueueDetail['plan']) => (plan?.version == null ? null : `v${plan.version}`)
  if (run.plan?.id === good.plan?.id) compare(attemptMessages.plan, version(run.plan), version(good.plan))
  compare(attemptMessages.alias, task.alias, good.task.alias)
  compare(attemptMessages.host, task.hostName, good.task.hostName)
  return { changed, against: counterexample(run.tasks, task, good), same }
}

/** What speaks against a new version as the cause: other tasks of this type that ended on it. */
function counterexample(
  tasks: WorkqueueDetail['tasks'],
  { id, name, type, version }: Pick<TaskDetail, 'id' | 'name' | 'type' | 'version'>,
  good: LastGoodTask,
): Counterexample | null {
  if (version === null || good.task.version === null || version === good.task.version) return null
  const ended = tasks.filter(
    (other) =>
      other.id !== id && other.type === type && other.version === version && other.status === 'ended',
  )
  if (ended.length === 0) return null
  const names = shortNames(
    ended.map((each) => each.name),
    name,
  )
  return { label: compareMessages.also([version]), text: compareMessages.endedToo(names) }
}
