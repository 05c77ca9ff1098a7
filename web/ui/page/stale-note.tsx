import { pageMessages } from '#shared/lib/page-messages.ts'
import { formatClock } from '../time/moment.tsx'
import { StaleMark } from './stale-mark.tsx'

/** That what is shown could not be read again, since when, and the button that reads it; nothing while reads succeed. */
export function StaleNote({
  failing,
  readAt,
  onReadAgain,
  what = '',
}: {
  failing: boolean
  /** When the last read succeeded, in milliseconds since 1970; null for none. */
  readAt: number | null
  onReadAgain(): void
  /** What is stale, where that is not all that is shown. */
  what?: string
}) {
  if (!failing) return null
  const text = readAt === null ? 'could not be read' : `stale, read ${formatClock(new Date(readAt))}`
  return (
    <StaleMark
      text={what === '' ? text.charAt(0).toUpperCase() + text.slice(1) : `${what} ${text}`}
      label={readAt === null ? pageMessages.tryAgain : pageMessages.readAgain}
      onReadAgain={onReadAgain}
    />
  )
}
