import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { id, moment } from '#shared/lib/wire.ts'
import { taskStatuses } from './constants.ts'

/** What became of the lease of an attempt; null for an attempt that no worker had. */
export const attemptLeases = ['held', 'lost', 'returned'] as const

/** One execution of a task. */
export const taskAttempt = z
  .object({
    number: z.number().int().describe('Counts from 1 over all restarts'),
    round: z.number().int().describe('Restarts of the task before this attempt'),
    ofRound: z.number().int().describe('Counts from 1 since the last restart'),
    alias: z.string(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    queuedAt: moment.nullable(),
    startedAt: moment.nullable(),
    endedAt: moment.nullable(),
    status: z.enum(taskStatuses),
    reason: z.string().nullable(),
    lease: z.enum(attemptLeases).nullable(),
    actor: z
      .string()
      .nullable()
      .describe('Who began the round of this attempt: who started the workqueue, or who restarted the task'),
  })
  .meta({ id: 'TaskAttempt' })
export type TaskAttempt = z.infer<typeof taskAttempt>

/** `GET workqueues/{id}/attempts`: the attempts of all tasks that have been followed by another one, oldest first. */
export const runAttempt = taskAttempt.extend({ taskId: id }).meta({ id: 'RunAttempt' })
export type RunAttempt = z.infer<typeof runAttempt>

/** `GET tasks/{id}/payload?attempt=`: what an attempt was given and what it returned. */
export const taskPayload = z
  .object({
    attempt: z.number().int(),
    inputs: jsonObject.describe('The inputs as the definition has them'),
    resolved: jsonObject
      .nullable()
      .describe(
        'The inputs with the values of the state; secrets stay `$var.{name}`. Null before the task was queued',
      ),
    outputs: jsonObject.nullable().describe('The result; null without one'),
  })
  .meta({ id: 'TaskPayload' })
export type TaskPayload = z.infer<typeof taskPayload>

/** Query of `GET tasks/{id}/payload`; without `attempt` the latest one. */
export const payloadQuery = z.strictObject({ attempt: z.coerce.number().int().min(1).optional() })

/** A task in an answer whose ids are needed. */
export const taskOfRun = z.object({ workqueueId: id, taskId: id })
export type TaskOfRunRef = z.infer<typeof taskOfRun>
