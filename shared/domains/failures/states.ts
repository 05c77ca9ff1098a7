/**
 * States of a failure group. `muted` hides an open one until a moment; `regressed` is one that was closed and came back.
 * They are separate from the schemas, so that a screen that needs only the values does not load zod.
 */
export const failureStates = ['open', 'muted', 'closed', 'regressed'] as const
export type FailureState = (typeof failureStates)[number]

/**
 * States of a task in a group. `repaired`: it, a rerun or a later run has succeeded since; `closed`: a person has closed
 * the group since.
 */
export const failureTaskStates = ['open', 'repaired', 'closed'] as const
export type FailureTaskState = (typeof failureTaskStates)[number]
