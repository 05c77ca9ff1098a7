/**
 * Priorities of runs in queues: 1 is high. Separate from the schemas, so that a screen that needs only the values does not
 * load zod.
 */
export const HIGHEST_PRIORITY = 1
export const DEFAULT_PRIORITY = 3
export const LOWEST_PRIORITY = 5
