import type { DateInterval } from '#shared/lib/date-presets.ts'
import type { ZoneClock } from '#shared/lib/zone-clock.ts'
import { shownClock, shownZone } from '#web/lib/settings/time-zone.ts'
import { formatExact } from './moment.tsx'

/** One end of an interval in the fields of the picker, with its moment in ISO form. */
export interface IntervalEnd {
  /** `2026-03-11`, or empty for an open end. */
  date: string
  hour: number
  minute: number
  /** To the millisecond where it was given; a change by hand sets seconds to zero. */
  moment: string | null
}

export interface IntervalDraft {
  from: IntervalEnd
  to: IntervalEnd
}

const two = (value: number) => String(value).padStart(2, '0')

/** An open end; a date that is chosen for it starts at hour 0. */
const openEnd: IntervalEnd = { date: '', hour: 0, minute: 0, moment: null }

function endOf(moment: string | null): IntervalEnd {
  if (moment === null) return openEnd
  const wall = shownClock().wall(new Date(moment))
  return {
    date: wall.toISOString().slice(0, 10),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    moment,
  }
}

/** An interval as fields of the picker, in the zone of the user. */
export const draftOf = ({ from, to }: DateInterval): IntervalDraft => ({ from: endOf(from), to: endOf(to) })

/** An end with one of its fields changed. */
export function changedEnd(
  end: IntervalEnd,
  change: Partial<Pick<IntervalEnd, 'date' | 'hour' | 'minute'>>,
): IntervalEnd {
  const next = { ...end, ...change }
  const moment = shownClock().moment(Date.parse(`${next.date}T${two(next.hour)}:${two(next.minute)}Z`))
  return { ...next, moment: Number.isNaN(moment.getTime()) ? null : moment.toISOString() }
}

/** The error of the fields, or null. */
export function draftFault({ from, to }: IntervalDraft): string | null {
  if (from.moment === null || to.moment === null || from.moment < to.moment) return null
  return from.moment > to.moment
    ? 'From is after To'
    : 'From and To are the same moment: for the whole day, choose To 23:59'
}

/**
 * The text of the button of the picker: `From 10 Mar, 14:03 To 11 Mar, 00:00`, only one side, or `Select
 * dates`.
 */
export function intervalText({ from, to }: DateInterval, now: Date): string {
  const ends = [
    ['From', from],
    ['To', to],
  ] as const
  const texts = ends.map(([word, moment]) => (moment === null ? '' : `${word} ${minuteText(moment, now)}`))
  return texts.filter(Boolean).join(' ') || 'Select dates'
}

const minuteText = (moment: string, now: Date) => formatExact(new Date(moment), now).replace(/:\d\d$/, '')

/** The zone of the user: `Europe/Berlin (UTC+01:00)`. */
export function zoneText(now: Date, timeZone: string = shownZone(), clock: ZoneClock = shownClock()): string {
  const minutes = Math.round((clock.wall(now).getTime() - now.getTime()) / 60_000)
  const length = Math.abs(minutes)
  const offset = `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(length / 60))}:${two(length % 60)}`
  return minutes === 0 && timeZone === 'UTC' ? timeZone : `${timeZone} (${offset})`
}
