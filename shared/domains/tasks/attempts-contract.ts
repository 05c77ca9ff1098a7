import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { id, moment } from '#shared/lib/wire.ts'
import { taskStatuses } from './constants.ts'

/** What became of the lease of an attempt; null for an attempt that no worker had. */
export const attemptLeases = ['held', 'lost', 'returned'] as const

/** One execution of a task. */
export const taskAttempt = z
  .object({
    /** Counts from 1 over all restarts. */
    number: z.number().int(),
    /** Restarts of the task before this attempt. */
    round: z.number().int(),
    /** Counts from 1 since the last restart. */
    ofRound: z.number().int(),
    alias: z.string(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    queuedAt: moment.nullable(),
    startedAt: moment.nullable(),
    endedAt: moment.nullable(),
    status: z.enum(taskStatuses),
    reason: z.string().nullable(),
    lease: z.enum(attemptLeases).nullable(),
    /** Who began the round of this attempt: who started the workqueue, or who restarted the task. */
    actor: z.string().nullable(),
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
    /** As the definition has them. */
    inputs: jsonObject,
    /** With the values of the state; secrets stay `$var.{name}`. Null before the task was queued. */
    resolved: jsonObject.nullable(),
    /** Null without a result. */
    outputs: jsonObject.nullable(),
  })
  .meta({ id: 'TaskPayload' })
export type TaskPayload = z.infer<typeof taskPayload>

/** Query of `GET tasks/{id}/payload`; without `attempt` the latest one. */
export const payloadQuery = z.strictObject({ attempt: z.coerce.number().int().min(1).optional() })

/** A task in an answer whose ids are needed. */
export const taskOfRun = z.object({ workqueueId: id, taskId: id })
export type TaskOfRunRef = z.infer<typeof taskOfRun>
