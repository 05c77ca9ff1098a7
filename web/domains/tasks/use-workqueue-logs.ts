import { useCallback, useMemo, useState } from 'react'
import { useClient, useQuery, useSubscription, type CombinedError } from 'urql'
import { mergeLogs } from '../../../shared/domains/tasks/rules.ts'
import { workqueueMessages } from '../../../shared/domains/workqueues/messages.ts'
import { useLive } from '../../realtime/use-live.ts'
import { failText, isSessionEnd } from '../../ui/fail-text.ts'
import { toast } from '../../ui/toast.ts'
import { workqueueLogsQuery, workqueueLogsSubscription } from './operations.ts'
import { logsByTask, type LogLine, type TaskLogs } from './task.ts'

export interface WorkqueueLogs {
  logs: TaskLogs
  loading: boolean
  /** Why nothing could be read; the page tells it. */
  error: CombinedError | undefined
  /** Reads all again and says so (spec section 2, Refresh Logs). */
  refresh(): Promise<void>
}

const none: readonly LogLine[] = []

/** The logs of a run's tasks: read once, then live, each entry once and in order. */
export function useWorkqueueLogs(appId: string, workqueueId: string): WorkqueueLogs {
  const client = useClient()
  const variables = useMemo(() => ({ workqueueId }), [workqueueId])
  const channel = useMemo(() => ({ appId, id: workqueueId }), [appId, workqueueId])
  const [read, execute] = useQuery({
    query: workqueueLogsQuery,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const reread = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  // One subscription: the client shares what two ask for. This one keeps the entries, that one the promise
  // to read again after a gap.
  const [live] = useSubscription(
    { query: workqueueLogsSubscription, variables: channel },
    (known: readonly LogLine[] = none, data) => mergeLogs(known, data.workqueueLogs),
  )
  useLive({ query: workqueueLogsSubscription, variables: channel, pause: false, reread })

  // What has been read stays when a later read fails.
  const answer = read.data?.workqueueLogs ?? null
  const [stored, setStored] = useState(answer)
  if (answer && answer !== stored) setStored(answer)
  const error = stored ? undefined : read.error

  const arrived = live.data ?? none
  const logs = useMemo(
    () => logsByTask(mergeLogs(mergeLogs(none, stored ?? none), arrived)),
    [stored, arrived],
  )
  const hasRead = stored !== null
  const refresh = useCallback(async () => {
    const result = await client.query(workqueueLogsQuery, variables, { requestPolicy: 'network-only' })
    if (!result.error) return toast.success(workqueueMessages.logsLoaded)
    // Before anything has been read the failure is told by the read itself.
    if (hasRead && !isSessionEnd(result.error)) {
      toast.error(failText(workqueueMessages.loadLogsFailed, result.error))
    }
  }, [client, variables, hasRead])
  return { logs, loading: !stored && !error, error, refresh }
}
