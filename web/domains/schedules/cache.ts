import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

const reread = (_result: unknown, _args: unknown, store: Cache) => invalidateLists(store, 'schedules')

/** The runs of an app are read again: one more has started. */
function rereadRuns(_result: unknown, { id }: Record<string, unknown>, store: Cache): void {
  invalidateLists(store, 'schedules')
  invalidateLists(store, 'workqueues')
  store.invalidate({ __typename: 'Schedule', id: id as string })
}

export const scheduleCache: DomainCache = {
  updates: {
    Mutation: {
      createSchedule: reread,
      updateSchedule: reread,
      deleteSchedule: reread,
      pauseSchedule: reread,
      resumeSchedule: reread,
      triggerSchedule: rereadRuns,
      backfillSchedule: rereadRuns,
    },
  },
  keys: {
    ScheduleList: () => null,
    ScheduleCounts: () => null,
    NextSchedule: () => null,
    SchedulePause: () => null,
    ScheduleMissed: () => null,
    ScheduledRun: () => null,
    ScheduleOccurrencePage: () => null,
    ScheduleClockChange: () => null,
    SchedulePreview: () => null,
    BackfillPreview: () => null,
  },
}
