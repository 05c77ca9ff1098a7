/** Bounds of what people set for a queue; separate from the schemas, so that a screen does not load zod for them. */
export const MAX_RUNNING_LIMIT = 1_000_000
export const MAX_QUEUE_PAUSE_REASON = 500
