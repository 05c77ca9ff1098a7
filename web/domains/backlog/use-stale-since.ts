import { useState } from 'react'
import { BACKLOG_REFRESH_MS } from '#shared/domains/backlog/rules.ts'
import { useNow } from '#web/lib/use-time.ts'

/** A read that takes longer counts as failed, in milliseconds: three of the regular ones were due meanwhile. */
const LATE_MS = 3 * BACKLOG_REFRESH_MS

export interface BacklogReads {
  /** Whether the last read has succeeded and no other one is under way. */
  isRead: boolean
  failing: boolean
  visible: boolean
}

/**
 * The time of the last successful read while reads fail or do not end, in milliseconds since 1970; null while they
 * succeed, before the first one and while the tab is hidden. Renders its caller twice a second.
 */
export function useStaleSince({ isRead, failing, visible }: BacklogReads): number | null {
  const now = useNow(500)
  const [seen, setSeen] = useState<BacklogTimes>({ isRead: false, visible, readAt: null, shownAt: now })
  if (seen.isRead !== isRead || seen.visible !== visible) {
    const readAt = isRead && !seen.isRead ? now : seen.readAt
    setSeen({ isRead, visible, readAt, shownAt: visible && !seen.visible ? now : seen.shownAt })
  }
  const { readAt, shownAt } = seen
  // Nothing is read while the tab is hidden, which is no failure.
  const isLate = !isRead && readAt !== null && now - Math.max(readAt, shownAt) > LATE_MS
  return visible && (failing || isLate) ? readAt : null
}

interface BacklogTimes {
  isRead: boolean
  visible: boolean
  readAt: number | null
  shownAt: number
}
