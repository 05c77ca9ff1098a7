import { z } from 'zod'
import { json, jsonObject, type Json } from '#shared/lib/json.ts'
import { commaList, id, moment, text } from '#shared/lib/wire.ts'
import { MAX_CONTROL_REASON, taskStatuses, type TaskStatus } from './constants.ts'
import { deadlineAnswer, deadlineFields } from './deadline-contract.ts'
import { why } from './why/contract.ts'

export {
  builtinTypes,
  isPlatformType,
  isScriptType,
  DEFAULT_ALIAS,
  taskStatuses,
  type BuiltinType,
  type TaskStatus,
} from './constants.ts'

/** A nested expression of `and`, `or`, `in` and `var`; the rules check its depth (at most 32). */
export type TaskCondition = Json

/** One task of a definition, as a user writes it. */
export const taskDefinition = z.object({
  name: text(200),
  type: z
    .string()
    .regex(/^task\.[a-z0-9_-]+(\.[a-z0-9_-]+)+$/i, 'must have the form task.{namespace}.{type}')
    .meta({ examples: ['task.payments.chargecard'] }),
  alias: text(100).optional(),
  aliasType: z.string().max(50).optional(),
  depends: z.array(z.string()).optional(),
  condition: json.optional(),
  continueOnError: z.boolean().optional(),
  inputs: jsonObject.optional(),
  outputs: z
    .record(z.string(), z.string())
    .optional()
    .describe('Result field -> `$state.{path}` that it is written to'),
  retry: z
    .object({
      max: z.number().int().min(0).max(1000).default(0),
      delayMs: z.number().int().min(0).max(86_400_000).default(1000),
      factor: z.number().min(1).max(100).default(2),
    })
    .optional()
    .describe('How often and after which delays it is tried again'),
  timeoutMs: z.number().int().min(1).max(2_147_483_647).optional(),
  ...deadlineFields,
})
export type TaskDefinition = z.infer<typeof taskDefinition>

/** A task of a workqueue in the platform's answers. */
export const task = z
  .object({
    _id: id,
    workQueueId: id,
    workQueueDescription: z.string(),
    workQueueName: z.string().optional().describe('Only in lists of tasks and in `GET tasks/{id}`'),
    workQueueStatus: z
      .string()
      .nullable()
      .describe('The status of its workqueue: in a cancelled one no task can be restarted'),
    appId: id,
    name: z.string(),
    type: z.string(),
    alias: z.string(),
    aliasType: z.string().nullable(),
    version: z.string().nullable(),
    hostName: z.string().nullable(),
    depends: z.array(z.string()).describe('Names of the tasks that it depends on'),
    condition: json.nullable(),
    continueOnError: z.boolean(),
    inputs: jsonObject,
    outputs: z
      .record(z.string(), z.string())
      .describe('Result field -> `$state.{path}` that it is written to'),
    retry: z
      .object({ max: z.number(), delayMs: z.number(), factor: z.number() })
      .describe('How often and after which delays it is tried again'),
    timeoutMs: z.number().nullable(),
    ...deadlineAnswer,
    status: z.enum(taskStatuses),
    attempt: z.number().int(),
    /** Like the fields below: absent on a platform without `attempts`. */
    tries: z.number().int().optional().describe('Executions since the last restart'),
    round: z.number().int().optional().describe('How often it was restarted'),
    conditionText: z
      .string()
      .nullable()
      .optional()
      .describe('What the condition has seen when it skipped the task'),
    created: moment,
    queued: moment.nullable().describe('When it was queued; null before'),
    started: moment.nullable().describe('When it began; null before'),
    ended: moment.nullable(),
    wait: z.number().nullable().describe('Milliseconds between queued and started'),
    retryTime: moment.nullable(),
    progress: z.number().describe('How far it is, from 0 to 1'),
    reason: z.string().nullable().describe('Why it failed, waits for a retry, or was skipped by a cancel'),
    updatedBy: z.string().nullable(),
    why: why
      .nullable()
      .optional()
      .describe(
        'Why it is as it is; only where one run or task is read, and in the summary of tasks that run or are queued',
      ),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof task>

/** A task in a live event, whole or only the changed fields. */
export type TaskEventData = Partial<Task> & { _id: string; workQueueId: string }

export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export const logEntry = z
  .object({
    _id: id,
    taskId: id,
    attempt: z.number().int(),
    timestamp: moment,
    level: z.string(),
    message: z.string(),
    stacktrace: z.string().nullable(),
  })
  .meta({ id: 'LogEntry' })
export type LogEntry = z.infer<typeof logEntry>

/** A live event of the logs: one entry or several, of one workqueue. */
export type LogEventData = LogEntry | LogEntry[]

/** `GET workqueues/{id}/logs?athena=true`: entries by task id, oldest first. */
export const logsByTask = z.record(z.string(), z.array(logEntry))
export type LogsByTask = z.infer<typeof logsByTask>

/** Maximum number of entries in one answer. */
export const MAX_LOG_ENTRIES = 10_000

/**
 * Query of `GET workqueues/{id}/logs`. Entries are ordered by time, entries of one moment by the order in
 * which they were stored. `after` and `before` are ids of entries: the next entries after it, the last ones
 * before it. An empty `after` begins with the oldest entry; with neither the newest are answered. Headers
 * name what an answer omits: `x-next-after` (pass it as `after`) when newer entries follow, `x-next-before`
 * when older ones precede.
 */
export const logsQuery = z
  .strictObject({
    athena: z.enum(['true', 'false']).optional(),
    after: z.union([id, z.literal('')]).optional(),
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(MAX_LOG_ENTRIES).default(MAX_LOG_ENTRIES),
    taskId: id.optional(),
    level: commaList.pipe(z.array(z.enum(logLevels))).optional(),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    message: 'cannot stand beside after',
  })

/** Filters of `GET tasks`. */
export const taskFilters = z.object({
  appId: id.optional(),
  workQueueId: id.optional(),
  type: commaList.optional(),
  alias: commaList.optional(),
  status: commaList.pipe(z.array(z.enum(taskStatuses))).optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Statuses that `GET tasks/summary` accepts. */
export const summaryStatuses = ['started', 'queued', 'failed'] as const satisfies TaskStatus[]

/** `GET tasks/summary`. */
export const summaryQuery = z.strictObject({
  appId: id.optional(),
  status: z.enum(summaryStatuses),
  startDate: moment.optional(),
  endDate: moment.optional(),
})

/**
 * A row of `GET tasks/backlog`: the counts of one type and alias, and when the oldest waiting and running
 * task entered its status.
 */
export const backlogRow = z.object({
  type: z.string(),
  alias: z.string(),
  retry: z.int(),
  queued: z.int(),
  started: z.int(),
  oldestQueued: moment.nullable(),
  oldestStarted: moment.nullable(),
})
export type BacklogRow = z.infer<typeof backlogRow>

/**
 * `POST tasks/{id}/restart` and `.../restart/alias/{alias}`; `downstream`: also the tasks that come after it run again.
 */
export const restartBody = z
  .object({
    taskId: id.optional(),
    aliasName: z.string().optional(),
    downstream: z.boolean().optional(),
    reason: text(MAX_CONTROL_REASON).optional(),
  })
  .default({})
