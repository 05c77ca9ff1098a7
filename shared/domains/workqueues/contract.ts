import { z } from 'zod'
import { json, jsonObject } from '#shared/lib/json.ts'
import { note } from '#shared/lib/note.ts'
import { commaList, id, moment, optionalText, queryFlag, tag, text } from '#shared/lib/wire.ts'
import { taskOfRun } from '../tasks/attempts-contract.ts'
import { task, taskDefinition } from '../tasks/contract.ts'
import { deadlineAnswer, deadlineFields } from '../tasks/deadline-contract.ts'
import { why } from '../tasks/why/contract.ts'
import { HIGHEST_PRIORITY, LOWEST_PRIORITY, workqueueStatuses } from './statuses.ts'

export {
  cancellableWorkqueueStatuses,
  MAX_STRIP,
  stripLetters,
  terminalWorkqueueStatuses,
  workqueueStatuses,
  type WorkqueueStatus,
} from './statuses.ts'

export const MAX_TASKS = 5000
export const MAX_TAGS = 50

/** The fields that plans and workqueues share. Rules across fields are in `rules.ts`. */
export const definitionFields = z.object({
  name: text(200),
  description: optionalText(2000).optional(),
  tags: z.array(tag).max(MAX_TAGS).optional(),
  initialState: jsonObject.optional(),
  inputSchema: jsonObject
    .optional()
    .describe('JSON Schema of the initial state, which every start is checked against'),
  outputsDef: json.optional(),
  firstTasks: z.array(z.string()).optional(),
  errorTasks: z.array(z.string()).optional(),
  ...deadlineFields,
  priority: z
    .number()
    .int()
    .min(HIGHEST_PRIORITY)
    .max(LOWEST_PRIORITY)
    .optional()
    .describe('Priority in queues: 1 (high) to 5 (low)'),
  tasks: z.array(taskDefinition).max(MAX_TASKS).describe('Its tasks, each with a name of its own'),
})

/** A full definition as submitted by "via API"; `rerunOf` names the workqueue that it was modified from. */
export const definition = definitionFields
  .extend({ planId: id.optional(), rerunOf: id.optional() })
  .meta({ id: 'Definition' })
export type Definition = z.infer<typeof definition>

/** How many runs the tasks of a run have started. */
export const childCounts = z.object({
  total: z.number().int(),
  failed: z.number().int(),
  running: z.number().int().describe('Runs that are `notstarted` or `started`'),
  cancelled: z.number().int(),
})

/** The plan of a run, and its version when the run was started. */
export const planOfRun = z.object({ _id: id, version: z.number().int().nullable() })

/** A workqueue in lists: without tasks and states. */
export const workqueueSummary = z
  .object({
    _id: id,
    appId: id,
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    planId: id.nullable(),
    rerunOf: id.nullable(),
    /** Absent on a platform without `schedules`. */
    scheduleId: id.nullable().optional().describe('The schedule that started it'),
    scheduledFor: moment.nullable().optional(),
    /** Absent on a platform without `hooks`. */
    hookId: id.nullable().optional().describe('The start address that started it'),
    parentTaskId: id.nullable().describe('The plan or map task that started this workqueue as a child'),
    status: z.enum(workqueueStatuses),
    created: moment,
    createdBy: z.string().nullable(),
    started: moment.nullable().describe('When it began; null before'),
    ended: moment.nullable(),
    updatedBy: z.string().nullable(),
    /** Like the fields below: absent on a platform without `attempts`. */
    parent: taskOfRun.nullable().optional().describe('The task that started this workqueue'),
    children: childCounts.optional(),
    plan: planOfRun.nullable().optional(),
    activeMs: z
      .number()
      .optional()
      .describe('Milliseconds in which a task ran or was queued, until `activeSince` or the end'),
    activeSince: moment
      .nullable()
      .optional()
      .describe('Since when a task runs or is queued; null when there is none'),
    restarts: z.number().int().optional().describe('How often tasks of it were restarted'),
    traceId: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The id of its trace, 32 hex digits; absent while traces are off, and for a run that is not sampled',
      ),
    taskCounts: z.record(z.string(), z.number().int()).optional().describe('Number of tasks in each status'),
    /** Letters of `stripLetters`. */
    strip: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Of a run with at most 24 tasks: a letter for the state of each, in the order of the definition',
      ),
    inputs: jsonObject
      .optional()
      .describe('The first fields of the initial state that are texts, numbers or booleans; only in lists'),
    ...deadlineAnswer,
    priority: z.number().int().optional().describe('Priority in queues: 1 (high) to 5 (low)'),
    /** Absent on a platform without `notes`. */
    note: note.nullable().optional().describe('What a person has noted on it'),
    why: why.nullable().optional().describe('Why it is as it is; not in live events'),
  })
  .meta({ id: 'WorkqueueSummary' })
export type WorkqueueSummary = z.infer<typeof workqueueSummary>

/** `GET workqueues/{id}`. */
export const workqueue = workqueueSummary
  .extend({
    initialState: jsonObject,
    state: jsonObject,
    outputsDef: json.nullable(),
    firstTasks: z.array(z.string()),
    errorTasks: z.array(z.string()),
    tasks: z.array(task).describe('Its tasks, as they are now'),
    reruns: z
      .array(id)
      .optional()
      .describe('The runs whose definition was modified from this one: the newest 10'),
  })
  .meta({ id: 'Workqueue' })
export type Workqueue = z.infer<typeof workqueue>

/** A workqueue in a live event, whole or only the changed fields. */
export type WorkqueueEventData = Partial<Workqueue> & { _id: string; appId: string }

/** Filters of `GET workqueues` and of the live list; all optional, combined by "and". */
export const workqueueFilters = z.object({
  appId: id.optional(),
  status: commaList.pipe(z.array(z.enum(workqueueStatuses))).optional(),
  tags: commaList.optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Filters of `GET workqueues` on a platform with `attempts`: only runs that no task has started; the children of a run. */
export const familyFilters = z.object({ root: queryFlag.optional(), parentId: id.optional() })

/**
 * Filter of `GET workqueues` on a platform with `attention`: runs under way that are late, or with a task that waits for a
 * queue which is not polled or takes nothing.
 */
export const stuckFilter = z.object({ stuck: queryFlag.optional() })

/** Filters of actions on many runs: those of the list without `parentId`. */
export const bulkRunFilters = workqueueFilters.extend({ root: z.boolean().optional() })

/** `PUT workqueues/{id}` and `?where=`: the fields that may change after the start. */
export const workqueuePatch = z
  .object({ name: text(200), description: optionalText(2000), tags: z.array(tag).max(MAX_TAGS) })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name, description or tags')

/** `POST workqueues?appId=` of the From Plan tab: the plan's id and its edited initial state. */
export const planStartBody = z.object({
  plan: id,
  initialState: jsonObject.optional(),
  appId: id.optional(),
  priority: definitionFields.shape.priority.describe(
    'Priority in queues, 1 (high) to 5 (low), instead of that of the plan',
  ),
})

/** Maximum number of runs that one call starts. */
export const MAX_BULK_STARTS = 1000

/** `POST workqueues/bulk/start`: one run of the plan for each initial state. */
export const bulkStartBody = z.strictObject({
  appId: id,
  plan: id,
  states: z.array(jsonObject).min(1).max(MAX_BULK_STARTS),
  requestId: text(100).optional(),
})

/** `POST workqueues/{id}/end`: cancelling is the only accepted end. */
export const endBody = z.object({ status: z.literal('cancelled') })
