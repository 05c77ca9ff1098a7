import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CombinedError, useClient, useSubscription } from 'urql'
import { mergeLogs } from '#shared/domains/tasks/rules.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { failText, isReported } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { earlierLogsQuery, workqueueLogsQuery, workqueueLogsSubscription } from '../operations.ts'
import { type EntriesByTask, groupLogs, type LogLine } from '../task.ts'

export interface WorkqueueLogs {
  logs: EntriesByTask
  loading: boolean
  /** Why nothing could be read; the page shows it. */
  error: CombinedError | undefined
  /** Reads all entries again and confirms it (Refresh Logs). */
  refresh(): Promise<void>
  /** Logs are shown: the entries before the newest ones are fetched as well. */
  loadEarlier(): void
  /** Whether every entry is loaded; false as well where there are more than are kept. */
  whole: boolean
}

const none: readonly LogLine[] = []

/** The logs of a workqueue's tasks: read once, then live, each entry once and in order. */
export function useWorkqueueLogs(appId: string, workqueueId: string): WorkqueueLogs {
  const client = useClient()
  const variables = useMemo(() => ({ workqueueId }), [workqueueId])
  const channel = useMemo(() => ({ appId, id: workqueueId }), [appId, workqueueId])
  const read = useLastRead(workqueueLogsQuery, variables)
  // One subscription: the client shares it between both hooks. This one keeps the entries, `useLive` reads
  // again after a gap.
  const [live] = useSubscription(
    { query: workqueueLogsSubscription, variables: channel },
    (known: readonly LogLine[] = none, data) => mergeLogs(known, data.workqueueLogs),
  )
  useLive({
    query: workqueueLogsSubscription,
    variables: channel,
    pause: false,
    reread: read.rereadInBackground,
  })

  // Loaded entries stay when a later read fails, or returns only the newest entries of a long log.
  const answer = read.data?.workqueueLogs ?? null
  const [stored, setStored] = useState<{ answer: typeof answer; logs: readonly LogLine[] }>(() => ({
    answer,
    logs: mergeLogs(none, answer ?? none),
  }))
  if (answer && answer !== stored.answer) setStored({ answer, logs: mergeLogs(stored.logs, answer) })
  const add = useCallback(
    (page: readonly LogLine[]) => setStored(({ answer, logs }) => ({ answer, logs: mergeLogs(logs, page) })),
    [],
  )
  const [wanted, setWanted] = useState(false)
  const [whole, setWhole] = useState(false)
  useEarlierLogs(workqueueId, wanted ? answer : null, add, setWhole)
  const loadEarlier = useCallback(() => setWanted(true), [])

  const hasRead = stored.answer !== null
  const error = hasRead ? undefined : read.error
  const arrived = live.data ?? none
  const logs = useMemo(() => groupLogs(mergeLogs(stored.logs, arrived)), [stored.logs, arrived])
  const shownMessage = error?.message
  const refresh = useCallback(async () => {
    const result = await client.query(workqueueLogsQuery, variables, { requestPolicy: 'network-only' })
    if (!result.error) return toast.success(workqueueMessages.logsLoaded)
    // Until something has been loaded, the hook of the first read shows a new error.
    if ((hasRead || result.error.message === shownMessage) && !isReported(result.error)) {
      toast.error(failText(workqueueMessages.loadLogsFailed, result.error))
    }
  }, [client, variables, hasRead, shownMessage])
  return { logs, loading: !hasRead && !error, error, refresh, loadEarlier, whole }
}

/** Entries per page: few enough to be merged within a frame. */
const PAGE = 2000
/** Maximum number of entries that are loaded, counted from the newest. */
const MOST = 100_000

/**
 * Fetches the entries before the newest ones, page by page back to the beginning; `newest` is null while they
 * are not needed. When the newest entries are read again it continues where it was. It stops where a platform
 * has no pages. It calls `onWhole` with whether everything has been fetched.
 */
export function useEarlierLogs(
  workqueueId: string,
  newest: readonly LogLine[] | null,
  add: (page: readonly LogLine[]) => void,
  onWhole: (whole: boolean) => void = ignore,
): void {
  const client = useClient()
  const paging = useRef<{ known: Set<string>; before: string | undefined }>({
    known: new Set(),
    before: undefined,
  })
  useEffect(() => {
    let stopped = false
    const { known } = paging.current
    const fetchPages = async () => {
      while (paging.current.before !== undefined && known.size < MOST) {
        const variables = { workqueueId, before: paging.current.before, limit: PAGE }
        const { data } = await client.query(earlierLogsQuery, variables, { requestPolicy: 'network-only' })
        if (stopped || !data) return
        const page = data.workqueueLogs
        const had = known.size
        add(page)
        for (const log of page) known.add(log.id)
        // A platform without pages answers every request with the same entries.
        const isLast = page.length < PAGE || known.size === had
        paging.current.before = isLast ? undefined : page[0]?.id
      }
      if (!stopped) onWhole(paging.current.before === undefined)
    }
    if (newest) {
      if (!newest.some((log) => known.has(log.id))) paging.current.before = newest[0]?.id
      for (const log of newest) known.add(log.id)
      void fetchPages()
    }
    return () => {
      stopped = true
    }
  }, [client, workqueueId, newest, add, onWhole])
}

const ignore = () => undefined
