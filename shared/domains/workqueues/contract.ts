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
  /** JSON Schema of the initial state, which every start is checked against. */
  inputSchema: jsonObject.optional(),
  outputsDef: json.optional(),
  firstTasks: z.array(z.string()).optional(),
  errorTasks: z.array(z.string()).optional(),
  ...deadlineFields,
  /** In queues: 1 (high) to 5 (low). */
  priority: z.number().int().min(HIGHEST_PRIORITY).max(LOWEST_PRIORITY).optional(),
  tasks: z.array(taskDefinition).max(MAX_TASKS),
})

/** A full definition as submitted by "via API"; `rerunOf` names the workqueue that it was modified from. */
export const definition = definitionFields.extend({ planId: id.optional(), rerunOf: id.optional() })
export type Definition = z.infer<typeof definition>

/** How many runs the tasks of a run have started. */
export const childCounts = z.object({
  total: z.number().int(),
  failed: z.number().int(),
  /** In `notstarted` or `started`. */
  running: z.number().int(),
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
    /** The schedule that started it, and for which of its times; absent on a platform without `schedules`. */
    scheduleId: id.nullable().optional(),
    scheduledFor: moment.nullable().optional(),
    /** The start address that started it; absent on a platform without `hooks`. */
    hookId: id.nullable().optional(),
    /** The plan or map task that started this workqueue as a child. */
    parentTaskId: id.nullable(),
    status: z.enum(workqueueStatuses),
    created: moment,
    createdBy: z.string().nullable(),
    started: moment.nullable(),
    ended: moment.nullable(),
    updatedBy: z.string().nullable(),
    /** The task that started this workqueue. Like the fields below: absent on a platform without `attempts`. */
    parent: taskOfRun.nullable().optional(),
    children: childCounts.optional(),
    plan: planOfRun.nullable().optional(),
    /** Milliseconds in which a task ran or was queued, until `activeSince` or the end. */
    activeMs: z.number().optional(),
    /** Since when a task runs or is queued; null when there is none. */
    activeSince: moment.nullable().optional(),
    /** Restarts of its tasks. */
    restarts: z.number().int().optional(),
    /** The id of its trace, 32 hex digits; absent while traces are off, and for a run that is not sampled. */
    traceId: z.string().nullable().optional(),
    /** Number of tasks in each status. */
    taskCounts: z.record(z.string(), z.number().int()).optional(),
    /** Of a run with at most 24 tasks: one letter of `stripLetters` for each, in the order of the definition. */
    strip: z.string().nullable().optional(),
    /** The first fields of the initial state that are texts, numbers or booleans; only in lists. */
    inputs: jsonObject.optional(),
    ...deadlineAnswer,
    /** In queues; absent on a platform without priorities. */
    priority: z.number().int().optional(),
    /** What a person has noted on it; absent on a platform without `notes`. */
    note: note.nullable().optional(),
    /** Not in live events. */
    why: why.nullable().optional(),
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
    tasks: z.array(task),
    /** The runs whose definition was modified from this one: the newest 10. */
    reruns: z.array(id).optional(),
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
  /** Instead of that of the plan. */
  priority: definitionFields.shape.priority,
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
