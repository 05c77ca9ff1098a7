import { z } from 'zod'
import { holdSeconds } from '#shared/bulk/contract.ts'
import { commaList, id, moment, text } from '#shared/lib/wire.ts'

/**
 * States of a failure group. `muted` hides an open one until a moment; `regressed` is one that was closed and came
 * back.
 */
export const failureStates = ['open', 'muted', 'closed', 'regressed'] as const
export type FailureState = (typeof failureStates)[number]

/** The newest failed attempt of a group. */
const failureSample = z.object({
  appId: id,
  workqueueId: id,
  taskId: id,
  taskName: z.string(),
  alias: z.string(),
  attempt: z.number().int(),
  at: moment,
  reason: z.string().nullable(),
})

/** Failed attempts with the same fingerprint: a task type and a reason without its varying parts. */
export const failureGroup = z
  .object({
    _id: id,
    fingerprint: z.string(),
    /** The reason; varying parts are `#`. */
    title: z.string(),
    type: z.string(),
    state: z.enum(failureStates),
    first: moment,
    last: moment,
    runs: z.number().int(),
    tasks: z.number().int(),
    apps: z.number().int(),
    /** What the attempts failed on, and what the same type ran on without this failure; each sorted, at most 50. */
    versions: z.array(z.string()),
    hosts: z.array(z.string()),
    notVersions: z.array(z.string()),
    notHosts: z.array(z.string()),
    owner: z.object({ userId: id, email: z.string() }).nullable(),
    note: z.string().nullable(),
    sample: failureSample.nullable(),
    /** When the mute ends by itself; null when it ends with a change, and without a mute. */
    mutedUntil: moment.nullable(),
  })
  .meta({ id: 'FailureGroup' })
export type FailureGroup = z.infer<typeof failureGroup>

/** A row of `GET failures/{id}/tasks`: a task with its newest failed attempt in the group. */
export const failureTask = z
  .object({
    /** Of the task. */
    _id: id,
    workqueueId: id,
    appId: id,
    name: z.string(),
    alias: z.string(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    attempt: z.number().int(),
    at: moment,
    reason: z.string().nullable(),
    /** `repaired`: it, a rerun or a later run has succeeded since; `closed`: a person has closed the group since. */
    state: z.enum(['open', 'repaired', 'closed']),
    repairedAt: moment.nullable(),
  })
  .meta({ id: 'FailureTask' })
export type FailureTask = z.infer<typeof failureTask>

/** Filters of `GET failures`; without `state` the open and the regressed ones. */
export const failureFilters = z.object({
  state: commaList.pipe(z.array(z.enum(failureStates)).min(1)).optional(),
  appId: id.optional(),
  type: text(200).optional(),
})

/** Body of `POST failures/{id}/restart`. `holdSeconds`: the receipt waits that long, and can be cancelled. */
export const failureRestartBody = z.strictObject({
  alias: text(100).optional(),
  holdSeconds: holdSeconds.default(0),
})

/** Body of `POST failures/{id}/mute`: until a moment, or until the group fails on something new. */
export const muteBody = z.strictObject({ until: z.union([moment, z.literal('change')]) })

/** Body of `POST failures/{id}/assign`; null removes the owner. */
export const assignBody = z.strictObject({ userId: id.nullable() })
