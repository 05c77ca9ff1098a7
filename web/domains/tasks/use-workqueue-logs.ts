import { useCallback, useMemo, useState } from 'react'
import { useClient, useSubscription, type CombinedError } from 'urql'
import { mergeLogs } from '#shared/domains/tasks/rules.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { workqueueLogsQuery, workqueueLogsSubscription } from './operations.ts'
import { useEarlierLogs } from './logs/use-earlier-logs.ts'
import { groupLogs, type LogLine, type EntriesByTask } from './task.ts'

export interface WorkqueueLogs {
  logs: EntriesByTask
  loading: boolean
  /** Why nothing could be read; the page shows it. */
  error: CombinedError | undefined
  /** Reads all entries again and confirms it (Refresh Logs). */
  refresh(): Promise<void>
  /** Logs are shown: the entries before the newest ones are fetched as well. */
  loadEarlier(): void
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
  useLive({ query: workqueueLogsSubscription, variables: channel, pause: false, reread: read.rereadUnasked })

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
  const [whole, setWhole] = useState(false)
  useEarlierLogs(workqueueId, whole ? answer : null, add)
  const needWhole = useCallback(() => setWhole(true), [])

  const hasRead = stored.answer !== null
  const error = hasRead ? undefined : read.error
  const arrived = live.data ?? none
  const logs = useMemo(() => groupLogs(mergeLogs(stored.logs, arrived)), [stored.logs, arrived])
  const told = error?.message
  const refresh = useCallback(async () => {
    const result = await client.query(workqueueLogsQuery, variables, { requestPolicy: 'network-only' })
    if (!result.error) return toast.success(workqueueMessages.logsLoaded)
    // Until something has been loaded, the hook of the first read shows a new error.
    if ((hasRead || result.error.message === told) && !isSessionEnd(result.error)) {
      toast.error(failText(workqueueMessages.loadLogsFailed, result.error))
    }
  }, [client, variables, hasRead, told])
  return { logs, loading: !hasRead && !error, error, refresh, loadEarlier: needWhole }
}
