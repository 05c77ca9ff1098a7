import type { DateInterval } from '#shared/lib/date-presets.ts'
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
  const local = new Date(moment)
  const year = String(local.getFullYear()).padStart(4, '0')
  return {
    date: `${year}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    hour: local.getHours(),
    minute: local.getMinutes(),
    moment,
  }
}

/** An interval as fields of the picker, in local time. */
export const draftOf = ({ from, to }: DateInterval): IntervalDraft => ({ from: endOf(from), to: endOf(to) })

/** An end with one of its fields changed. */
export function changedEnd(
  end: IntervalEnd,
  change: Partial<Pick<IntervalEnd, 'date' | 'hour' | 'minute'>>,
): IntervalEnd {
  const next = { ...end, ...change }
  const local = new Date(`${next.date}T${two(next.hour)}:${two(next.minute)}`)
  return { ...next, moment: Number.isNaN(local.getTime()) ? null : local.toISOString() }
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

/** The local time zone: `Europe/Berlin (UTC+01:00)`. */
export function zoneText(now: Date): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const minutes = -now.getTimezoneOffset()
  const length = Math.abs(minutes)
  const offset = `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(length / 60))}:${two(length % 60)}`
  return minutes === 0 && timeZone === 'UTC' ? timeZone : `${timeZone} (${offset})`
}
