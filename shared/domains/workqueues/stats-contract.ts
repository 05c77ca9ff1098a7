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
  started: moment.nullable(),
  activeMs: z.number().nullable(),
  /** Task name -> status. */
  tasks: z.record(z.string(), z.enum(taskStatuses)),
})

/** A task over the runs of its plan. Success counts finished attempts; milliseconds of the latest attempt. */
export const planTaskStats = z.object({
  name: z.string(),
  /** 0 to 1; null when it never finished. */
  successRate: z.number().nullable(),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  waitMedianMs: z.number().nullable(),
  waitP95Ms: z.number().nullable(),
})
export type PlanTaskStats = z.infer<typeof planTaskStats>

/** `GET stats/plans/{id}`. */
export const planStats = z
  .object({
    plan: z.object({ _id: id, name: z.string(), version: z.number().int() }),
    /** Newest first. */
    runs: z.array(planStatsRun),
    tasks: z.array(planTaskStats),
    /** Of the last 20 completed runs; null when there are fewer than 5. */
    expected: usualDuration.nullable(),
    /** The newest completed run, or the newest one before the run that `before` names. */
    lastGood: z.object({ _id: id, started: moment.nullable() }).nullable(),
  })
  .meta({ id: 'PlanStats' })
export type PlanStats = z.infer<typeof planStats>

/** Query of `GET stats/plans/{id}`. `before`: the id of a run; only runs that were created before it count for `lastGood`. */
export const planStatsQuery = z.strictObject({
  appId: id.optional(),
  runs: z.coerce.number().int().min(1).max(100).default(40),
  before: id.optional(),
})

/** The runs of one app: `running` and `oldestQueued` now, the others are those that ended in the hours. */
export const appStats = z
  .object({
    appId: id,
    running: z.number().int(),
    failed: z.number().int(),
    completed: z.number().int(),
    cancelled: z.number().int(),
    oldestQueued: moment.nullable(),
    /** Oldest first; `at` is the beginning of an hour. */
    hours: z.array(z.object({ at: moment, failed: z.number().int(), completed: z.number().int() })),
  })
  .meta({ id: 'AppStats' })
export type AppStats = z.infer<typeof appStats>

/** Query of `GET stats/apps`: whole hours, the current one included; without an app all of the account. */
export const appStatsQuery = z.strictObject({
  appId: id.optional(),
  hours: z.coerce.number().int().min(1).max(168).default(24),
})
