/** Separate from the schemas, so that a screen that needs only the values does not load zod. */
export const workqueueStatuses = ['notstarted', 'started', 'completed', 'failed', 'cancelled'] as const
export type WorkqueueStatus = (typeof workqueueStatuses)[number]

/** Statuses that a workqueue leaves only by a restart. */
export const terminalWorkqueueStatuses: readonly WorkqueueStatus[] = ['completed', 'failed', 'cancelled']

/** Statuses in which Cancel is allowed. */
export const cancellableWorkqueueStatuses: readonly WorkqueueStatus[] = ['notstarted', 'started']
