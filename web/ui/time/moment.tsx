import { Box } from '@chakra-ui/react'
import { memo } from 'react'
import { relativeTime } from '#shared/lib/time-text.ts'
import { useNow, useOfNow } from '#web/lib/use-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** `20 Nov, 14:03:11` in local time, with the year when it is not the current one. */
export function formatExact(moment: Date, now: Date): string {
  const day = `${moment.getDate()} ${months[moment.getMonth()]}`
  const year = moment.getFullYear() === now.getFullYear() ? '' : ` ${moment.getFullYear()}`
  return `${day}${year}, ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

/** `14:03:11` in local time. */
export function formatClock(moment: Date): string {
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
}

/** `14:03` for a moment of today in local time, else `20 Nov, 14:03`. */
export function formatMoment(moment: Date, now: Date): string {
  const exact = formatExact(moment, now).slice(0, -3)
  return moment.toDateString() === now.toDateString() ? exact.slice(-5) : exact
}

/** A moment to the second in local time; the full ISO form on hover. */
export function ExactTime({ value }: { value: string | null }) {
  const text = useOfNow(10_000, (now) => (value ? formatExact(new Date(value), new Date(now)) : '-'))
  if (!value) return <>{text}</>
  return (
    <time dateTime={value} title={value}>
      {text}
    </time>
  )
}

/** A moment as `4 minutes ago`, kept up to date; the exact local time on hover. */
export const RelativeTime = memo(function RelativeTime({ value }: { value: string | null }) {
  const now = useNow(10_000)
  if (!value) return <>-</>
  const moment = new Date(value)
  // A row newer than the last tick must not show a time in the future.
  const reference = new Date(Math.max(now, Math.min(moment.getTime(), now + 10_000)))
  return (
    <time dateTime={value} title={formatExact(moment, new Date(now))}>
      {relativeTime(moment, reference)}
    </time>
  )
})

/** When an object was last changed and, if known, by which user. */
export function UpdatedNote({ updated, updatedBy }: { updated: string | null; updatedBy: string | null }) {
  if (!updated) return null
  return (
    <Box as="span" textStyle="xs" overflowWrap="anywhere">
      Updated <RelativeTime value={updated} />
      {updatedBy && ` by ${updatedBy}`}
    </Box>
  )
}
