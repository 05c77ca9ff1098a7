import { useEffect, useRef } from 'react'
import { useClient } from 'urql'
import { earlierLogsQuery } from '../operations.ts'
import type { LogLine } from '../task.ts'

/** Entries per page: few enough to be merged within a frame. */
const PAGE = 2000
/** Maximum number of entries that are loaded, counted from the newest. */
const MOST = 100_000

/**
 * Fetches the entries before the newest ones, page by page back to the beginning; `newest` is null while they
 * are not needed. When the newest entries are read again it continues where it was. It stops where a platform
 * has no pages.
 */
export function useEarlierLogs(
  workqueueId: string,
  newest: readonly LogLine[] | null,
  add: (page: readonly LogLine[]) => void,
): void {
  const client = useClient()
  const walk = useRef<{ known: Set<string>; before: string | undefined }>({
    known: new Set(),
    before: undefined,
  })
  useEffect(() => {
    let stopped = false
    const { known } = walk.current
    const fetchPages = async () => {
      while (walk.current.before !== undefined && known.size < MOST) {
        const variables = { workqueueId, before: walk.current.before, limit: PAGE }
        const { data } = await client.query(earlierLogsQuery, variables, { requestPolicy: 'network-only' })
        if (stopped || !data) return
        const page = data.workqueueLogs
        const had = known.size
        add(page)
        for (const log of page) known.add(log.id)
        // A platform without pages answers every request with the same entries.
        const isLast = page.length < PAGE || known.size === had
        walk.current.before = isLast ? undefined : page[0]?.id
      }
    }
    if (newest) {
      if (!newest.some((log) => known.has(log.id))) walk.current.before = newest[0]?.id
      for (const log of newest) known.add(log.id)
      void fetchPages()
    }
    return () => {
      stopped = true
    }
  }, [client, workqueueId, newest, add])
}
