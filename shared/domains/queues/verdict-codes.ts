/**
 * What the figures of a queue mean; the order is from the best to the worst. Separate from the schemas, so that a screen
 * that needs only the values does not load zod.
 */
export const verdictCodes = [
  'idle',
  'early',
  'steady',
  'clears',
  'limit',
  'paused',
  'stalled',
  'growing',
  'nobody',
] as const
export type VerdictCode = (typeof verdictCodes)[number]

/** How urgent a verdict is: nothing ends it but an action, tasks wait longer than they should, or neither. */
export type QueueNeed = 'hand' | 'slow' | 'fine'

/** How urgent a verdict is; an unknown one is not. */
export function needOf(code: string): QueueNeed {
  if (code === 'nobody' || code === 'growing') return 'hand'
  return code === 'stalled' || code === 'paused' || code === 'limit' ? 'slow' : 'fine'
}

/** Bounds of what people set for a queue. */
export const MAX_RUNNING_LIMIT = 1_000_000
export const MAX_QUEUE_PAUSE_REASON = 500
