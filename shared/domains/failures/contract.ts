import { z } from 'zod'
import { holdSeconds } from '#shared/bulk/contract.ts'
import { jsonObject } from '#shared/lib/json.ts'
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

/** A restart that has taken up tasks of a group and has not come to them yet. */
const heldRestart = z.object({
  receiptId: id.describe('Its receipt'),
  by: z.string().nullable().describe('The e-mail address of its author'),
  alias: z.string().nullable().describe('Where its tasks move to; null: each stays on its own'),
  tasks: z.number().int(),
  until: moment.describe('When it begins; before that its receipt can be cancelled'),
})
export type HeldRestart = z.infer<typeof heldRestart>

/** What became of a restart: of a task that a person has restarted since, what it was before that. */
const pastRestart = z.object({
  by: z.string().nullable(),
  at: moment,
  aliases: z.array(z.string()).describe('Where its tasks were tried, sorted'),
  tasks: z.number().int(),
  passed: z.number().int().describe('Tasks that have ended well since'),
  failed: z.number().int().describe('Tasks that failed again'),
  running: z.number().int().describe('Tasks that wait or run'),
})
export type PastRestart = z.infer<typeof pastRestart>

const suggestedAlias = z.object({ alias: z.string(), version: z.string() })
export type SuggestedAlias = z.infer<typeof suggestedAlias>

/** The newest success that has repaired tasks of a group. */
const lastRepair = z.object({
  appId: id,
  workqueueId: id,
  workqueueName: z.string(),
  at: moment,
  later: z
    .boolean()
    .describe('Another workqueue than the one that failed: a rerun, or a later run of the plan'),
  by: z
    .string()
    .nullable()
    .describe('The e-mail address of the person who restarted that task last; null: it was not restarted'),
  alias: z.string().nullable().describe('Where it ended well; null where that is not known any more'),
  version: z.string().nullable(),
})
export type LastRepair = z.infer<typeof lastRepair>

/** Failed attempts with the same fingerprint: a task type and a reason without its varying parts. */
export const failureGroup = z
  .object({
    _id: id,
    fingerprint: z.string(),
    title: z.string().describe('The reason; varying parts are `#`, unless nothing else is left'),
    type: z.string(),
    state: z.enum(failureStates),
    first: moment,
    last: moment,
    runs: z.number().int(),
    tasks: z.number().int(),
    apps: z.number().int(),
    /** What the attempts failed on, and what the same type ran on without this failure; each sorted, at most 50. */
    versions: z.array(z.string()).describe('Versions that the attempts failed on'),
    hosts: z.array(z.string()),
    notVersions: z.array(z.string()),
    notHosts: z.array(z.string()),
    trend: z
      .array(z.number().int())
      .describe('Failed attempts in each of the last 24 hours, the current one last'),
    owner: z.object({ userId: id, email: z.string() }).nullable(),
    note: z.string().nullable(),
    sample: failureSample.nullable(),
    mutedUntil: moment
      .nullable()
      .describe('When the mute ends by itself; null when it ends with a change, and without a mute'),
    closedAt: moment
      .nullable()
      .describe('When it was closed last, also after it came back; null: it never was'),
    dismissed: z
      .boolean()
      .nullish()
      .describe(
        'Whether a person closed it then; else it closed by itself, its tasks having succeeded since, or been cancelled or deleted',
      ),
    openTasks: z.number().int().nullish().describe('Tasks of it that nothing has repaired since'),
    restarted: z
      .object({ by: z.string().nullable(), at: moment })
      .nullish()
      .describe('The last restart that tasks of it have failed after, and the e-mail address of its author'),
    regressedAt: moment
      .nullish()
      .describe('When it came back: its first failure since it was closed; null unless it is `regressed`'),
    restartable: z
      .number()
      .int()
      .nullish()
      .describe('Tasks that a restart takes up, while it is open; a moment old'),
    held: heldRestart
      .nullish()
      .describe('The newest restart that has taken up tasks of it and not come to them; null for none'),
    restarts: z
      .array(pastRestart)
      .nullish()
      .describe('In the answer of one failure: the restarts of its tasks, newest first, at most 20'),
    suggestedAlias: suggestedAlias
      .nullish()
      .describe(
        'An alias that workers poll with a version on which tasks of the type end well; the failure was seen on neither',
      ),
    movable: z
      .boolean()
      .nullish()
      .describe('Whether workers poll an alias of the type that it was not seen on; null: not known'),
    repair: lastRepair
      .nullish()
      .describe(
        'In the answer of one failure: the newest success that has repaired tasks of it; null for none',
      ),
  })
  .meta({ id: 'FailureGroup' })
export type FailureGroup = z.infer<typeof failureGroup>

/** A row of `GET failures/{id}/tasks`: a task with its newest failed attempt in the group. */
export const failureTask = z
  .object({
    _id: id.describe('The id of the task'),
    workqueueId: id,
    workqueueName: z.string(),
    inputs: jsonObject
      .nullish()
      .describe(
        'Of its workqueue: the first fields of the initial state that are texts, numbers or booleans',
      ),
    appId: id,
    name: z.string(),
    status: z.string().describe('What the task is now; it may run again'),
    alias: z.string(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    attempt: z.number().int(),
    tries: z
      .number()
      .int()
      .nullable()
      .describe(
        'The place of the failed attempt among those since the restart before it, and the retries that the task may have',
      ),
    retries: z.number().int().nullable(),
    at: moment,
    reason: z.string().nullable(),
    waiting: z
      .number()
      .int()
      .nullable()
      .describe('Tasks of its workqueue that cannot start; null while others of it can'),
    state: z
      .enum(failureTaskStates)
      .describe(
        '`repaired`: it, a rerun or a later run has succeeded since; `closed`: a person has closed the group since',
      ),
    heldUntil: moment
      .nullish()
      .describe('When the restart begins that has taken the task up and not come to it; null for none'),
    repairedAt: moment.nullable(),
    repairedIn: id
      .nullish()
      .describe('The workqueue in which the task has succeeded: its own, a rerun or a later run of the plan'),
    repairedInputs: jsonObject
      .nullish()
      .describe(
        '`inputs` of that workqueue where it is another one, which may have been about something else',
      ),
    repairedAlias: z
      .string()
      .nullish()
      .describe('Where it has succeeded there; null where that is not known'),
    repairedVersion: z.string().nullish().describe('The version that it has succeeded on'),
    repairedTries: z
      .number()
      .int()
      .nullish()
      .describe('The place of the attempt that has succeeded among those since the restart before it'),
  })
  .meta({ id: 'FailureTask' })
export type FailureTask = z.infer<typeof failureTask>

/** Filters of `GET failures`; without `state` the open and the regressed ones. */
export const failureFilters = z.object({
  state: commaList.pipe(z.array(z.enum(failureStates)).min(1)).optional(),
  appId: id.optional(),
  type: text(200).optional(),
  taskId: id.optional().describe('Only failures that a task has failed with'),
  ...listSearch,
})

/** Filters of `GET failures/{id}/tasks`. */
export const failureTaskFilters = z.object({
  state: commaList.pipe(z.array(z.enum(failureTaskStates)).min(1)).optional(),
  restartable: queryFlag.optional().describe('Only tasks that a restart of the failure takes up'),
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
