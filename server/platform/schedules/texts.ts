import type { SkipReason } from '#shared/domains/schedules/constants.ts'
import { scheduleMessages, skipTexts } from '#shared/domains/schedules/messages.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'

/** Zones whose format is kept, because it is costly to make; the names of zones have many spellings. */
const MOST_KEPT = 500
const formats = new BoundedMap<string, Intl.DateTimeFormat>(MOST_KEPT)

/** A time as the clocks of a zone show it: `Mon 23 Nov 2026 07:00`. */
export function instantText(at: number | Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format.format(at).replaceAll(',', '')
}

/** Why an occurrence was skipped and what was started instead, in one sentence; null: it was not skipped. */
export function skipText(
  { reason, detail, instead }: { reason: SkipReason | null; detail: string | null; instead: Date | null },
  timeZone: string,
): string | null {
  if (reason === null) return null
  if (reason === 'refused' && detail !== null) return scheduleMessages.refused(detail)
  if (reason === 'window')
    return instead
      ? scheduleMessages.instead(instantText(instead, timeZone))
      : scheduleMessages.nothingInstead
  return detail ?? skipTexts[reason]
}
