import { localClock, type ZoneClock } from './zone-clock.ts'

/** An interval with both ends included; ISO timestamps, null for an open end. */
export interface DateInterval {
  from: string | null
  to: string | null
}

export const openInterval: DateInterval = { from: null, to: null }

/** The presets of the date interval picker, in their order. */
export const datePresets = [
  'Last Hour',
  'Last 2 Hours',
  'Today',
  'Yesterday',
  'Current Week',
  'Last Week',
] as const
export type DatePreset = (typeof datePresets)[number]

const HOUR_MS = 3_600_000

/** Start of the day that is `days` after the day of `now`. */
function dayStart(now: Date, days: number, clock: ZoneClock): Date {
  // By the calendar and not by 24 hours: days on which clocks change have 23 or 25.
  const wall = clock.wall(now)
  return clock.moment(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days))
}

/** Whole days from `first` to `last`, both relative to the day of `now`, to the last millisecond. */
function days(now: Date, first: number, last: number, clock: ZoneClock): { from: string; to: string } {
  const end = dayStart(now, last + 1, clock).getTime() - 1
  return { from: dayStart(now, first, clock).toISOString(), to: new Date(end).toISOString() }
}

/**
 * The interval of a preset at the moment `now`; days are those of `clock`. Weeks begin on Monday; days and weeks are
 * whole, also the current ones.
 */
export function presetInterval(preset: DatePreset, now: Date, clock: ZoneClock = localClock): DateInterval {
  const hours = (count: number) => ({
    from: new Date(now.getTime() - count * HOUR_MS).toISOString(),
    to: now.toISOString(),
  })
  const sinceMonday = (clock.wall(now).getUTCDay() + 6) % 7
  switch (preset) {
    case 'Last Hour':
      return hours(1)
    case 'Last 2 Hours':
      return hours(2)
    case 'Today':
      return days(now, 0, 0, clock)
    case 'Yesterday':
      return days(now, -1, -1, clock)
    case 'Current Week':
      return days(now, -sinceMonday, 6 - sinceMonday, clock)
    case 'Last Week':
      return days(now, -sinceMonday - 7, -sinceMonday - 1, clock)
  }
}

/** From the start of the day `daysBack` days ago to the end of today. */
export function lastDays(
  daysBack: number,
  now: Date,
  clock: ZoneClock = localClock,
): { from: string; to: string } {
  return days(now, -daysBack, 0, clock)
}
