import { z } from 'zod'
import { jsonObject } from '#shared/lib/json.ts'
import { authored, id, moment, namedReference, text } from '#shared/lib/wire.ts'
import { DEFAULT_PRIORITY, LOWEST_PRIORITY, workqueueStatuses } from '../workqueues/statuses.ts'
import {
  catchUps,
  DEFAULT_BACKFILL_CONCURRENCY,
  DEFAULT_CATCH_UP_WINDOW,
  DEFAULT_PREVIEW,
  MAX_BACKFILL_CONCURRENCY,
  MAX_CATCH_UP_WINDOW,
  MAX_CRON,
  MAX_JITTER_MS,
  MAX_PAUSE_AFTER_FAILURES,
  MAX_PAUSE_REASON,
  MAX_PREVIEW,
  occurrenceSources,
  occurrenceStates,
  overlapPolicies,
  scheduleStates,
  skipReasons,
} from './constants.ts'

/** One time of a schedule, which starts at most one run. */
export const occurrence = z
  .object({
    _id: id,
    at: moment.describe(
      'The time of the schedule: what its run has as `scheduledFor`. Of a trigger: when it was asked for',
    ),
    source: z.enum(occurrenceSources),
    state: z.enum(occurrenceStates),
    reason: z.enum(skipReasons).nullable().describe('Why it was skipped; null: it was not'),
    text: z.string().nullable().describe('Why it was skipped in one sentence, with what was started instead'),
    run: z
      .object({
        _id: id,
        status: z.enum(workqueueStatuses),
        started: moment.nullable().describe('When it began; null before'),
        ended: moment.nullable(),
      })
      .nullable()
      .describe('Its run as it is now; null: there is none, or it was deleted'),
    by: z.string().nullable().describe('Who asked for it; null: the clock'),
    decided: moment.nullable().describe('When its run was started or it was skipped; null while it waits'),
  })
  .meta({ id: 'ScheduleOccurrence' })
export type ScheduleOccurrence = z.infer<typeof occurrence>

/** Times that no platform was there for, and that no time since was started on time after. */
const missed = z.object({
  count: z.number().int(),
  from: moment.describe('The first of them'),
  to: moment,
  instead: moment.nullable().describe('Which of them was started afterwards; null: none'),
  text: z.string(),
})

/** A schedule in lists: without its initial state. */
export const scheduleSummary = z
  .object({
    _id: id,
    appId: id,
    planId: id,
    name: z.string(),
    plan: namedReference,
    cron: z.string(),
    timeZone: z.string(),
    words: z.string().describe('The cron in words: `On weekdays at 07:00`'),
    inputs: jsonObject.describe('The first fields of the initial state that are texts, numbers or booleans'),
    overlap: z.enum(overlapPolicies),
    catchUp: z.enum(catchUps),
    catchUpWindow: z.number().int().describe('Seconds within which a missed time is started later'),
    jitterMs: z.number().int().describe('A run starts up to that much later, by chance; 0: it does not'),
    startAt: moment.nullable(),
    endAt: moment.nullable(),
    pauseAfterFailures: z
      .number()
      .int()
      .nullable()
      .describe('Failed runs in a row after which it pauses itself; null: it does not'),
    priority: z.number().int().describe('Priority of its runs in queues: 1 (high) to 5 (low)'),
    state: z.enum(scheduleStates),
    paused: z
      .object({ by: z.string().nullable(), at: moment, reason: z.string() })
      .nullable()
      .describe('Who paused it, when and why; `by` is null where it paused itself'),
    next: z.array(moment).describe('The next 3 times; fewer before its end, none while it is paused'),
    last: z.array(occurrence).describe('Its newest 12 occurrences, newest first'),
    running: z.number().int().describe('Runs of it that go on, and occurrences that wait'),
    waiting: z.number().int(),
    failures: z.number().int().describe('Failed runs in a row so far'),
    missed: missed.nullable(),
    version: z.number().int().describe('Incremented by each change that a person makes to its fields'),
    ...authored,
  })
  .meta({ id: 'ScheduleSummary' })
export type ScheduleSummary = z.infer<typeof scheduleSummary>

/** `GET schedules/{id}`. */
export const schedule = scheduleSummary
  .extend({
    initialState: jsonObject.nullable().describe('Null: that of the plan at the time of the run'),
  })
  .meta({ id: 'Schedule' })
export type Schedule = z.infer<typeof schedule>

/** Filters of `GET schedules`. `missed`: those that have missed a time; `search`: in name, plan and cron. */
export const scheduleFilters = z.object({
  appId: id.optional(),
  planId: id.optional(),
  state: z.enum([...scheduleStates, 'missed']).optional(),
  search: z.string().trim().max(200).optional(),
  createdBy: z.string().max(320).optional(),
})

/** `GET schedules`: with counts of all schedules in the same app or plan, whatever else the filters say. */
export const schedulePage = z
  .object({
    data: z.array(scheduleSummary),
    total: z.number().int(),
    counts: z.object({ all: z.number().int(), paused: z.number().int(), missed: z.number().int() }),
    next: z
      .object({ _id: id, name: z.string(), at: moment })
      .nullable()
      .describe('The occurrence whose time comes first'),
  })
  .meta({ id: 'SchedulePage' })
export type SchedulePage = z.infer<typeof schedulePage>

/** Whether these are right together, and what is wrong with them, is judged by `cronFault` and `isTimeZone`. */
const cron = text(MAX_CRON)
const timeZone = text(64)

const fields = {
  appId: id,
  planId: id,
  name: text(200),
  cron,
  timeZone,
  initialState: jsonObject.nullable(),
  overlap: z.enum(overlapPolicies),
  catchUp: z.enum(catchUps),
  catchUpWindow: z.int().min(0).max(MAX_CATCH_UP_WINDOW),
  jitterMs: z.int().min(0).max(MAX_JITTER_MS),
  startAt: moment.nullable(),
  endAt: moment.nullable(),
  pauseAfterFailures: z.int().min(1).max(MAX_PAUSE_AFTER_FAILURES).nullable(),
  priority: z.int().min(1).max(LOWEST_PRIORITY),
}

/** `POST schedules`. */
export const scheduleBody = z.strictObject({
  ...fields,
  timeZone: timeZone.default('UTC'),
  initialState: fields.initialState.default(null),
  overlap: fields.overlap.default('skip'),
  catchUp: fields.catchUp.default('last'),
  catchUpWindow: fields.catchUpWindow.default(DEFAULT_CATCH_UP_WINDOW),
  jitterMs: fields.jitterMs.default(0),
  startAt: fields.startAt.default(null),
  endAt: fields.endAt.default(null),
  pauseAfterFailures: fields.pauseAfterFailures.default(null),
  priority: fields.priority.default(DEFAULT_PRIORITY),
})
export type ScheduleBody = z.output<typeof scheduleBody>

/** `PUT schedules/{id}`: what is left out stays. `version`: the one that the edit started from. */
export const schedulePatch = z
  .strictObject({ ...fields, version: z.int() })
  .partial()
  .refine((patch) => Object.keys(patch).some((name) => name !== 'version'), 'must set a field')
export type SchedulePatch = z.output<typeof schedulePatch>

/** `POST schedules/preview`: the times after `from`, absent: after now. */
export const schedulePreviewBody = z.strictObject({
  cron,
  timeZone: timeZone.default('UTC'),
  from: moment.optional(),
  count: z.int().min(1).max(MAX_PREVIEW).default(DEFAULT_PREVIEW),
})
export const schedulePreview = z
  .object({
    data: z.array(moment),
    words: z.string(),
    clockChanges: z
      .array(z.object({ at: moment, text: z.string() }))
      .describe('Changes of clocks in the next 13 months that move its times, a sentence each'),
  })
  .meta({ id: 'SchedulePreview' })
export type SchedulePreview = z.infer<typeof schedulePreview>

/** `POST schedules/{id}/backfill`: both ends included. `concurrency`: runs of it that go on at once. */
export const backfillBody = z.strictObject({
  from: moment,
  to: moment,
  dryRun: z.boolean().default(false),
  concurrency: z.int().min(1).max(MAX_BACKFILL_CONCURRENCY).default(DEFAULT_BACKFILL_CONCURRENCY),
})
/** Answer with `dryRun`: all times of the span, oldest first; without it a receipt with a row for each of them. */
export const backfillPreview = z
  .object({
    data: z.array(moment),
    total: z.number().int(),
    started: z.array(moment).describe('Those of them that already have a run, and get no second one'),
  })
  .meta({ id: 'BackfillPreview' })
export type BackfillPreview = z.infer<typeof backfillPreview>

/** `POST schedules/{id}/pause`. */
export const pauseBody = z.strictObject({ reason: text(MAX_PAUSE_REASON) })

/** Filters of `GET schedules/{id}/occurrences`, newest first. */
export const occurrenceFilters = z.object({
  state: z.enum(occurrenceStates).optional(),
  reason: z.enum(skipReasons).optional(),
  source: z.enum(occurrenceSources).optional(),
  'at[$gte]': moment.optional(),
  'at[$lte]': moment.optional(),
})
