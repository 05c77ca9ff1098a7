import { memo } from 'react'
import { relativeTime } from '#shared/lib/relative.ts'
import { useNow } from '../lib/use-now.ts'
import { formatExact } from './exact-time.tsx'

/** A moment as `4 minutes ago`, kept up to date; the exact local time on hover. */
export const RelativeTime = memo(function RelativeTime({ value }: { value: string | null }) {
  const now = useNow(10_000)
  if (!value) return <>-</>
  const moment = new Date(value)
  // A row newer than the last tick must not read as lying in the future.
  const reference = new Date(Math.max(now, Math.min(moment.getTime(), now + 10_000)))
  return (
    <time dateTime={value} title={formatExact(moment, new Date(now))}>
      {relativeTime(moment, reference)}
    </time>
  )
})
