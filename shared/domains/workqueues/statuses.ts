/** Apart from the schemas, so that a screen that needs only the words does not fetch a validator. */
export const workqueueStatuses = ['notstarted', 'started', 'completed', 'failed', 'cancelled'] as const
export type WorkqueueStatus = (typeof workqueueStatuses)[number]

/** Statuses a workqueue never leaves by itself ("completed" of the live list rules, contract section 9). */
export const terminalWorkqueueStatuses: readonly WorkqueueStatus[] = ['completed', 'failed', 'cancelled']

/** Statuses in which Cancel is allowed (spec section 4). */
export const cancellableWorkqueueStatuses: readonly WorkqueueStatus[] = ['notstarted', 'started']
