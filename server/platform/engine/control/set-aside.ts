import { fresh, idle, type Step } from '../advance.ts'
import type { RunDraft } from '../draft.ts'
import { Refused } from '../events.ts'
import type { Moment } from '../fields.ts'
import { isActive } from '../snapshot.ts'
import { isBuiltin, type TaskPatch } from '../task.ts'

/** Fails the task, or all active ones; the others wait as if they had not begun, for a restart of the failed one. */
export function setAside(
  draft: RunDraft,
  step: Step,
  { taskId, reason }: { taskId: string | null; reason: string },
): Refused | null {
  const { status } = draft.head
  if (status !== 'notstarted' && status !== 'started')
    return new Refused(`The workqueue is ${status}: it cannot be set aside`)
  draft.changeRun({ status: 'failed', ended: step.at, updatedBy: step.actor })
  for (let position = 0; position < draft.size; position++) {
    const task = draft.task(position)
    if (!isActive(task.status)) continue
    draft.leaveBacklog(position, step.at)
    const own = taskId === null || task.id === taskId
    const next = own ? failedNow(draft, position, step.at, reason) : setBack(draft, position, step.at, reason)
    draft.changeTask(position, { ...idle, queued: null, ...next, updatedBy: step.actor })
  }
  draft.freed.length = 0
  return null
}

/** The task fails; an attempt under way is its last one. */
function failedNow(draft: RunDraft, position: number, at: Moment, reason: string): TaskPatch {
  const { status, queued, started, type } = draft.task(position)
  const failed = { status: 'failed' as const, ended: at, reason }
  if (status === 'started') return { ...failed, queued, started, leaseLost: !isBuiltin(type) }
  draft.keepAttempt(position)
  return failed
}

/** The task waits as if it had not begun. */
function setBack(draft: RunDraft, position: number, at: Moment, reason: string): TaskPatch {
  const underWay = draft.task(position).status === 'started'
  draft.keepAttempt(position, underWay ? { ended: at, reason } : undefined)
  return { ...fresh(draft.task(position)), status: 'notstarted' }
}
