import { type MoveWords, queuedWords, restartWords } from '#shared/domains/failures/move-messages.ts'
import type { FailureOfTask } from '#web/domains/tasks/task-failure.ts'
import type { QueueAddress } from '../stored-receipts.ts'
import type { HeldRestarts } from '../use-held-restart.ts'

/** Further tasks are counted; they move too. */
export const LISTED = 50

/** A failed or queued task that can move to another alias. */
export interface MovableTask {
  id: string
  workqueueId: string
  /** Null where the dialog is opened in its run. */
  workqueueName: string | null
  /** Scalar fields of the initial state of its run; absent where they are not known. */
  inputs?: unknown
  name: string
  type: string
  alias: string
  status: string
  version: string | null
  reason: string | null
  /** When it failed or was queued; ISO. */
  at: string | null
  /** `3/3`, or the number of its attempts. */
  attempts: string | null
  /** Tasks that wait behind it; null where it is not known. */
  waiting: number | null
}

export interface MoveDialogProps {
  /** The tasks of a failure that can be restarted, what waits in a queue, or these; all of one type, failed or queued. */
  work:
    | { failureId: string }
    | { queue: QueueAddress }
    | { tasks: readonly MovableTask[]; failure?: FailureOfTask | null }
  /** Restarts what was chosen, or moves it when it is queued: all of it, or the ticked ones. */
  onMove: HeldRestarts['restart']
  onClose(): void
}

/** Whether the work is queued: then it is moved and not restarted. */
export const isQueued = (work: MoveDialogProps['work']): boolean =>
  'queue' in work || ('tasks' in work && work.tasks.every(({ status }) => status === 'queued'))

/** What the dialog says about the work. */
export const moveWordsOf = (work: MoveDialogProps['work']): MoveWords =>
  isQueued(work) ? queuedWords : restartWords
