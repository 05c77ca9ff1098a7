const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span in its largest unit, rounded down: `50 s`, `13 min`, `2 h`, `3 d`. */
export function spanText(ms: number): string {
  const length = Math.max(0, ms)
  if (length < MINUTE) return `${Math.floor(length / SECOND)} s`
  if (length < HOUR) return `${Math.floor(length / MINUTE)} min`
  return length < 2 * DAY ? `${Math.floor(length / HOUR)} h` : `${Math.floor(length / DAY)} d`
}

/** An estimated span, rounded: `20 s`, `2 min`, `5 h`, `3 d`. */
export function aboutText(ms: number): string {
  if (ms < 55 * SECOND) return `${Math.max(1, Math.ceil(ms / (10 * SECOND))) * 10} s`
  if (ms < 59.5 * MINUTE) return `${Math.max(1, Math.round(ms / MINUTE))} min`
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} d`
}

/** Tasks a second in the unit in which they are easily read: `12/s`, `1.8/s`, `4/min`, `3/h`. */
export function rateText(perSecond: number): string {
  if (perSecond >= 9.95) return `${Math.round(perSecond)}/s`
  if (perSecond >= 0.1) return `${Math.round(perSecond * 10) / 10}/s`
  const perMinute = perSecond * 60
  return perMinute >= 1 ? `${Math.round(perMinute)}/min` : `${Math.max(1, Math.round(perMinute * 60))}/h`
}

/** `14:02` in a time zone; without one, or in one that is not known here, `14:02 UTC`. */
export function timeText(at: number, zone?: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  if (zone !== undefined)
    try {
      return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(at)
    } catch {
      // RangeError: no such zone.
    }
  return `${new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(at)} UTC`
}
