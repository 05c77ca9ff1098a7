import type { TaskStatus } from '../tasks/constants.ts'

/** Separate from the schemas, so that a screen that needs only the values does not load zod. */
export const workqueueStatuses = ['notstarted', 'started', 'completed', 'failed', 'cancelled'] as const
export type WorkqueueStatus = (typeof workqueueStatuses)[number]

/** Statuses that a workqueue leaves only by a restart. */
export const terminalWorkqueueStatuses: readonly WorkqueueStatus[] = ['completed', 'failed', 'cancelled']

/** Statuses in which Cancel is allowed. */
export const cancellableWorkqueueStatuses: readonly WorkqueueStatus[] = ['notstarted', 'started']

/** Of each status of a task: its letter in `strip`. */
export const stripLetters = {
  notstarted: 'n',
  queued: 'q',
  started: 's',
  retry: 'r',
  ended: 'e',
  failed: 'f',
  skipped: 'k',
} as const satisfies Record<TaskStatus, string>
/** A run with more tasks has no strip. */
export const MAX_STRIP = 24

/** Of each mark of a task in the grid of a plan: its letter in `marks`. `retried`: ended, after an attempt that failed. */
export const gridLetters = { ...stripLetters, retried: 't', cancelled: 'c' } as const
/** In `marks`: the run has no task of that name. */
export const NO_TASK = '-'

/** Priorities of workqueues in queues. */
export const HIGHEST_PRIORITY = 1
export const DEFAULT_PRIORITY = 3
export const LOWEST_PRIORITY = 5
