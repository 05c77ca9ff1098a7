import { z } from 'zod'
import { id, moment } from '#shared/lib/wire.ts'
import { taskStatuses } from '../tasks/constants.ts'
import { workqueueStatuses } from './statuses.ts'

/** Fewer completed runs say too little about the next one. */
export const EXPECTED_FROM_RUNS = 5
/** Completed runs that the expected duration is computed from. */
export const EXPECTED_OF_RUNS = 20

/** How long something usually takes: the median, and what 9 of 10 stay within; milliseconds. */
export const usualDuration = z.object({ medianMs: z.number(), p90Ms: z.number() })
export type UsualDuration = z.infer<typeof usualDuration>

/** A run in the statistics of its plan. */
export const planStatsRun = z.object({
  _id: id,
  status: z.enum(workqueueStatuses),
  started: moment.nullable().describe('When it began; null before'),
  activeMs: z
    .number()
    .nullable()
    .describe(
      'Milliseconds in which a task ran or was queued, until `activeSince` or the end, as on the run itself',
    ),
  tasks: z.record(z.string(), z.enum(taskStatuses)).describe('Task name -> status'),
  created: moment,
  tags: z.array(z.string()),
  activeSince: moment
    .nullable()
    .describe(
      'Since when a task runs or waits for a worker, which `activeMs` does not count yet; null while none does',
    ),
  queuedOn: z
    .record(z.string(), z.string())
    .describe(
      'Task name -> alias of each queued task that waits in another alias than the task has in the newest run',
    ),
  /** Letters of `gridLetters`. */
  marks: z.string().describe('A letter for the state of each task, in the order of the tasks of the answer'),
})

/** A task over the runs of its plan. Success counts finished attempts; milliseconds of the latest attempt. */
export const planTaskStats = z.object({
  name: z.string(),
  successRate: z.number().nullable().describe('0 to 1; null when it never finished'),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  waitMedianMs: z.number().nullable(),
  waitP95Ms: z.number().nullable(),
})
export type PlanTaskStats = z.infer<typeof planTaskStats>

/** Milliseconds that something ran in each run, in the order of the runs; null where it has not finished. */
const ranMs = z.array(z.number().nullable())

/** A task in the grid of its plan: what it is in the newest run. */
export const planGridTask = planTaskStats.extend({
  type: z.string(),
  alias: z.string(),
  depth: z
    .number()
    .int()
    .describe('The parallel branches that it is in: of three and more tasks that depend on the same ones'),
  group: z.string().nullable().describe('The fan-out that it belongs to, by its id'),
  ranMs: ranMs.nullable().describe('Null for a task of a fan-out'),
})
export type PlanGridTask = z.infer<typeof planGridTask>

/** Many equal tasks that a grid shows as one: their success, and what 95 of 100 of them stay within. */
export const planGridGroup = z.object({
  _id: id,
  name: z.string(),
  successRate: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /** The 95th percentile in each run. */
  ranMs,
})
export type PlanGridGroup = z.infer<typeof planGridGroup>

/** `GET stats/plans/{id}`. */
export const planStats = z
  .object({
    plan: z.object({ _id: id, name: z.string(), version: z.number().int() }),
    runs: z.array(planStatsRun).describe('The runs, newest first'),
    tasks: z.array(planGridTask).describe('Its tasks, in the order of the graph'),
    groups: z.array(planGridGroup),
    earlier: z
      .object({ completed: z.number().int(), finished: z.number().int() })
      .describe(
        'Runs that completed or failed before the listed ones, of the last 500, and how many of them completed',
      ),
    expected: usualDuration
      .nullable()
      .describe(
        'What the plan expects; else that of the last 20 completed runs, null when there are fewer than 5',
      ),
    lastGood: z
      .object({ _id: id, started: moment.nullable().describe('When it began; null before') })
      .nullable()
      .describe('The newest completed run, or the newest one before the run that `before` names'),
  })
  .meta({ id: 'PlanStats' })
export type PlanStats = z.infer<typeof planStats>

/** Query of `GET stats/plans/{id}`. `before`: the id of a run; only runs that were created before it count for `lastGood`. */
export const planStatsQuery = z.strictObject({
  appId: id.optional(),
  runs: z.coerce.number().int().min(1).max(100).default(40).describe('How many runs, the newest'),
  before: id.optional(),
  status: z
    .enum(workqueueStatuses)
    .optional()
    .describe('Lists the newest runs with that status; the figures stay those of all'),
  tags: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .optional()
    .describe('Comma separated: only runs with one of these tags, of the newest 1,000 of each status'),
})

/** A plan that has run: when its newest run was created, and the newest one that failed; null: none has. */
export const ranPlan = z
  .object({ _id: id, name: z.string(), lastRun: moment, lastFailed: moment.nullable() })
  .meta({ id: 'RanPlan' })
export type RanPlan = z.infer<typeof ranPlan>

/** Query of `GET stats/plans`; without an app the plans of all apps of the account. */
export const ranPlansQuery = z.strictObject({ appId: id.optional() })
/** Plans of one answer. */
export const MAX_RAN_PLANS = 200

/** The runs of one app: `running` and `oldestQueued` now, the others are those that ended in the hours. */
export const appStats = z
  .object({
    appId: id,
    running: z.number().int(),
    failed: z.number().int(),
    completed: z.number().int(),
    cancelled: z.number().int(),
    oldestQueued: moment.nullable(),
    hours: z
      .array(z.object({ at: moment, failed: z.number().int(), completed: z.number().int() }))
      .describe('Oldest first; `at` is the beginning of an hour'),
  })
  .meta({ id: 'AppStats' })
export type AppStats = z.infer<typeof appStats>

/** Query of `GET stats/apps`: whole hours, the current one included; without an app all of the account. */
export const appStatsQuery = z.strictObject({
  appId: id.optional(),
  hours: z.coerce.number().int().min(1).max(168).default(24),
})
