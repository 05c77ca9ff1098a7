import { z } from 'zod'
import { holdSeconds } from '#shared/bulk/contract.ts'
import { commaList, id, listSearch, moment, queryFlag, text } from '#shared/lib/wire.ts'
import { failureStates, failureTaskStates } from './states.ts'

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
    /** Failed attempts in each of the last 24 hours, the current one last. */
    trend: z.array(z.number().int()),
    owner: z.object({ userId: id, email: z.string() }).nullable(),
    note: z.string().nullable(),
    sample: failureSample.nullable(),
    /** When the mute ends by itself; null when it ends with a change, and without a mute. */
    mutedUntil: moment.nullable(),
    /** When it was closed last, also after it came back; null: it never was. */
    closedAt: moment.nullable(),
  })
  .meta({ id: 'FailureGroup' })
export type FailureGroup = z.infer<typeof failureGroup>

/** A row of `GET failures/{id}/tasks`: a task with its newest failed attempt in the group. */
export const failureTask = z
  .object({
    /** Of the task. */
    _id: id,
    workqueueId: id,
    workqueueName: z.string(),
    appId: id,
    name: z.string(),
    /** What the task is now; it may run again. */
    status: z.string(),
    alias: z.string(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    attempt: z.number().int(),
    /** Its attempts since the last restart, and the retries that it may have; null once it has had another attempt. */
    tries: z.number().int().nullable(),
    retries: z.number().int().nullable(),
    at: moment,
    reason: z.string().nullable(),
    /** Tasks of its workqueue that cannot start; null while others of it can. */
    waiting: z.number().int().nullable(),
    /** `repaired`: it, a rerun or a later run has succeeded since; `closed`: a person has closed the group since. */
    state: z.enum(failureTaskStates),
    repairedAt: moment.nullable(),
  })
  .meta({ id: 'FailureTask' })
export type FailureTask = z.infer<typeof failureTask>

/** Filters of `GET failures`; without `state` the open and the regressed ones. */
export const failureFilters = z.object({
  state: commaList.pipe(z.array(z.enum(failureStates)).min(1)).optional(),
  appId: id.optional(),
  type: text(200).optional(),
  /** Those that a task has failed with. */
  taskId: id.optional(),
  ...listSearch,
})

/** Filters of `GET failures/{id}/tasks`. */
export const failureTaskFilters = z.object({
  state: commaList.pipe(z.array(z.enum(failureTaskStates)).min(1)).optional(),
  /** Only those that a restart of the failure takes up. */
  restartable: queryFlag.optional(),
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
