import { useOfNow } from '#web/lib/use-time.ts'
import { formatExactOrClock, timeTitle } from '#web/ui/time/moment.tsx'

/** `14:03:11` for a time of today, `20 Nov, 14:03:11` for any other, in the zone of the user. */
export function ClockTime({ value }: { value: string }) {
  const text = useOfNow(10_000, (now) => formatExactOrClock(new Date(value), new Date(now)))
  return (
    <time dateTime={value} title={timeTitle(value)}>
      {text}
    </time>
  )
}
