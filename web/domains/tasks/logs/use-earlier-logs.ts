import { useEffect, useRef } from 'react'
import { useClient } from 'urql'
import { earlierLogsQuery } from '../operations.ts'
import type { LogLine } from '../task.ts'

/** Entries of one page: small enough to be taken in between two frames. */
const PAGE = 2000
/** Of a longer log the newest entries are shown. */
const MOST = 100_000

/**
 * Fetches what a log has before its newest entries, page by page back to its beginning; `newest` is null while nobody reads
 * it. When the newest are read again it goes on where it was. It ends by itself where a platform has no pages.
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
        // A page of nothing new would be followed by itself for ever.
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
