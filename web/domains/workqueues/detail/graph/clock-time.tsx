import { useOfNow } from '#web/lib/use-time.ts'
import { formatExact } from '#web/ui/time/moment.tsx'

/** `14:03:11` for a time of today, `20 Nov, 14:03:11` for any other; local time. */
export function ClockTime({ value }: { value: string }) {
  const text = useOfNow(10_000, (now) => {
    const [moment, today] = [new Date(value), new Date(now)]
    return moment.toDateString() === today.toDateString()
      ? moment.toLocaleTimeString('en-GB')
      : formatExact(moment, today)
  })
  return (
    <time dateTime={value} title={value}>
      {text}
    </time>
  )
}
