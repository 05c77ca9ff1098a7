import { deadlineReason } from '#shared/domains/tasks/rules.ts'
import { refuse, type Step } from '../advance.ts'
import { endWith } from '../attempt.ts'
import type { RunDraft } from '../draft.ts'
import { Refused, type RunEvent } from '../events.ts'
import type { Moment } from '../fields.ts'
import { setAside } from './set-aside.ts'

type Passed = Extract<RunEvent, { type: 'deadlinePassed' }>

/**
 * The deadline of a task, or of the run, has passed: it is late, and fails unless its definition only wants that to be told.
 * Refused when the deadline is no longer the one that the event names: the task has ended, or was restarted.
 */
export function passDeadline(draft: RunDraft, step: Step, { taskId, due }: Passed): Refused | null {
  if (taskId === null) return passRun(draft, step, due)
  const position = draft.graph.positionById.get(taskId)
  if (position === undefined || draft.task(position).due !== due) return elsewhere()
  const { status, onDeadline, deadlineMs } = draft.task(position)
  draft.changeTask(position, { due: null, late: due })
  if (draft.head.late === null) draft.changeRun({ late: due })
  if (onDeadline === 'tell') return null
  const reason = deadlineReason('task', deadlineMs ?? 0)
  if (status === 'started') endWith(draft, position, 'failed', reason, step)
  else {
    draft.leaveBacklog(position, step.at)
    refuse(draft, position, reason, step)
  }
  return null
}

/** A run that fails stops its tasks under way, which fail with it, so that a restart of them lets it go on. */
function passRun(draft: RunDraft, step: Step, due: number): Refused | null {
  const { onDeadline, deadlineMs } = draft.head
  if (draft.head.due !== due) return elsewhere()
  draft.changeRun({ due: null, late: due })
  if (onDeadline === 'tell') return null
  return setAside(draft, step, { taskId: null, reason: deadlineReason('workqueue', deadlineMs ?? 0) })
}

const elsewhere = () => new Refused('The deadline is no longer this one')

/** A run that was over goes on: its deadline counts from now. */
export function reopen(draft: RunDraft, { at, actor }: Step): void {
  const { deadlineMs } = draft.head
  draft.changeRun({ status: 'started', ended: null, updatedBy: actor })
  if (deadlineMs !== null) draft.changeRun({ due: at + deadlineMs })
  measureLate(draft)
}

/** After a task, or the run, is not late any more: the run is late since the first of the others, unless it is late itself. */
export function measureLate(draft: RunDraft): void {
  const { late, deadlineMs, due } = draft.head
  if (late === null || (deadlineMs !== null && due === null)) return
  let first: Moment | null = null
  for (let position = 0; position < draft.size; position++) {
    const one = draft.task(position).late
    if (one !== null && (first === null || one < first)) first = one
  }
  if (first !== late) draft.changeRun({ late: first })
}
