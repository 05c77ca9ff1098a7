/**
 * Values of schedules. They are separate from the schemas, so that a screen that needs only the values does not load zod.
 */

/** What happens at a time of a schedule while an earlier run of it goes on. */
export const overlapPolicies = ['skip', 'queue', 'allow', 'cancelPrevious'] as const
export type OverlapPolicy = (typeof overlapPolicies)[number]

/** Which of the times that no platform was there for are started afterwards. */
export const catchUps = ['none', 'last', 'all'] as const
export type CatchUp = (typeof catchUps)[number]

/** `ended`: no time is left before its end. */
export const scheduleStates = ['active', 'paused', 'ended'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/** `waiting`: its run starts as soon as jitter, an earlier run or the backfill lets it. */
export const occurrenceStates = ['waiting', 'started', 'skipped'] as const
export type OccurrenceState = (typeof occurrenceStates)[number]

/**
 * Why an occurrence was skipped. `overlap`: an earlier run went on; `window`: no platform was there in time; `paused`: the
 * schedule was paused; `refused`: its run could not be started, because its initial state does not fit the plan, say.
 */
export const skipReasons = ['overlap', 'window', 'paused', 'refused'] as const
export type SkipReason = (typeof skipReasons)[number]

/** What asked for an occurrence: the clock, a backfill, or a person at once. */
export const occurrenceSources = ['clock', 'backfill', 'trigger'] as const
export type OccurrenceSource = (typeof occurrenceSources)[number]

export const DEFAULT_CATCH_UP_WINDOW = 3600
/** Seconds: 30 days. */
export const MAX_CATCH_UP_WINDOW = 2_592_000
/** An hour. */
export const MAX_JITTER_MS = 3_600_000
export const MAX_PAUSE_AFTER_FAILURES = 100
export const MAX_PAUSE_REASON = 500
export const MAX_CRON = 200
/** Schedules of an account. */
export const MAX_SCHEDULES = 100_000
/** Instants of one backfill, and of one preview. */
export const MAX_BACKFILL = 1000
export const MAX_PREVIEW = 1000
export const DEFAULT_PREVIEW = 10
export const DEFAULT_BACKFILL_CONCURRENCY = 4
export const MAX_BACKFILL_CONCURRENCY = 100
/** Occurrences of a schedule that wait for an earlier run; further ones are skipped. */
export const MAX_WAITING = 100
/** How many of its next times and of its newest occurrences a schedule is answered with. */
export const NEXT_SHOWN = 3
export const LAST_SHOWN = 12
/** Times that are started this late at most count as on time, in milliseconds. */
export const ON_TIME_MS = 10_000
