import { z } from 'zod'
import { moment } from '#shared/lib/wire.ts'

/** What happens at a deadline: the task or the run fails, or it is marked as late. */
export const deadlineEffects = ['fail', 'tell'] as const
export type DeadlineEffect = (typeof deadlineEffects)[number]

const span = z.number().int().min(1).max(2_147_483_647)

/**
 * How long a run or a task should take and may take, in milliseconds. The deadline of a run counts from its start, that of a
 * task from when it was ready to run. Without `onDeadline` it fails.
 */
export const deadlineFields = {
  expectedMs: span.optional(),
  deadlineMs: span.optional(),
  onDeadline: z.enum(deadlineEffects).optional(),
}

/** The same in answers, each field absent where there is nothing to say. */
export const deadlineAnswer = {
  expectedMs: z.number().nullable().optional(),
  deadlineMs: z.number().nullable().optional(),
  onDeadline: z.enum(deadlineEffects).nullable().optional(),
  due: moment.nullable().optional().describe('When the deadline passes; only while it lies ahead'),
  late: moment
    .nullable()
    .optional()
    .describe('Since when it is past its deadline; of a run also since when a task of it is'),
}
