import type { HeldRestarts } from '../use-held-restart.ts'

/** Further tasks are counted; they move too. */
export const LISTED = 50

/** A failed task that can move to another alias. */
export interface MovableTask {
  id: string
  workqueueId: string
  /** Null where the dialog is opened in its run. */
  workqueueName: string | null
  name: string
  type: string
  alias: string
  status: string
  version: string | null
  reason: string | null
  /** When it failed; ISO. */
  at: string | null
  /** `3/3`, or the number of its attempts. */
  attempts: string | null
  /** Tasks that wait behind it; null where it is not known. */
  waiting: number | null
}

export interface MoveDialogProps {
  /** The tasks of a failure that can be restarted, or these; all of one type. */
  work: { failureId: string } | { tasks: readonly MovableTask[] }
  /** Restarts what was chosen: all tasks of the failure, or the ticked ones. */
  onMove: HeldRestarts['restart']
  onClose(): void
}
