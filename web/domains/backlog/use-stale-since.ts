import { useEffect, useState } from 'react'
import { BACKLOG_REFRESH_MS } from '#shared/domains/backlog/rules.ts'
import { useOfNow } from '#web/lib/use-time.ts'

/** A read that takes longer counts as failed, in milliseconds: three of the regular ones were due meanwhile. */
const LATE_MS = 3 * BACKLOG_REFRESH_MS

/**
 * The time of the last successful read while reads fail or do not end, in milliseconds since 1970; null while they
 * succeed, before the first one and while the tab is hidden.
 */
export function useStaleSince({
  isRead,
  failing,
  visible,
}: {
  /** Whether the last read has succeeded and no other one is under way. */
  isRead: boolean
  failing: boolean
  visible: boolean
}): number | null {
  const [readAt, setReadAt] = useState<number | null>(null)
  const [shownAt, setShownAt] = useState(Date.now)
  useEffect(() => {
    if (isRead) setReadAt(Date.now())
  }, [isRead])
  useEffect(() => {
    if (visible) setShownAt(Date.now())
  }, [visible])
  // Nothing is read while the tab is hidden, which is no failure.
  const isLate = useOfNow(500, (now) => Number(now - Math.max(readAt ?? now, shownAt) > LATE_MS)) === 1
  return visible && (failing || (isLate && !isRead)) ? readAt : null
}
