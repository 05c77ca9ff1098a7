import { useCallback, useMemo } from 'react'
import { useClient, useQuery, useSubscription, type CombinedError } from 'urql'
import { mergeLogs } from '../../../shared/domains/tasks/rules.ts'
import { workqueueMessages } from '../../../shared/domains/workqueues/messages.ts'
import { useLive } from '../../realtime/use-live.ts'
import { failText, isSessionEnd } from '../../ui/fail-text.ts'
import { toast } from '../../ui/toast.ts'
import { useFailToast } from '../../ui/use-fail-toast.ts'
import { workqueueLogsQuery, workqueueLogsSubscription } from './operations.ts'
import { logsByTask, type LogLine, type TaskLogs } from './task.ts'

export interface WorkqueueLogs {
  logs: TaskLogs
  loading: boolean
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
  useFailToast(workqueueMessages.loadLogsFailed, read.error)

  const stored = read.data?.workqueueLogs ?? none
  const arrived = live.data ?? none
  const logs = useMemo(() => logsByTask(mergeLogs(mergeLogs(none, stored), arrived)), [stored, arrived])
  const refresh = useCallback(async () => {
    const { error } = await client.query(workqueueLogsQuery, variables, { requestPolicy: 'network-only' })
    if (!error) toast.success(workqueueMessages.logsLoaded)
    else if (!isSessionEnd(error)) toast.error(failText(workqueueMessages.loadLogsFailed, error))
  }, [client, variables])
  return { logs, loading: !read.data && !read.error, error: read.data ? undefined : read.error, refresh }
}
