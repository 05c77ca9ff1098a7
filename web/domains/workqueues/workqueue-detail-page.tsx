import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { isAway } from '#web/lib/away.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useWorkqueueLogs } from '../tasks/logs/use-workqueue-logs.ts'
import { RunPage } from './detail/run-frame.tsx'
import { useWorkqueue } from './detail/use-workqueue.ts'
import { WorkqueueDetailSkeleton } from './detail/workqueue-skeleton.tsx'

/** One workqueue: what happens in it, its tasks in three views, its states, and a drawer for each task. Live. */
export function WorkqueueDetailPage() {
  const { id: appId = '', workqueue = '' } = useParams()
  // The key resets all state when the address changes to another workqueue.
  return <Detail key={workqueue} appId={appId} id={workqueue} />
}

function Detail({ appId, id }: { appId: string; id: string }) {
  const navigate = useNavigate()
  const { workqueue, error, reads, reread } = useWorkqueue(appId, id)
  const logs = useWorkqueueLogs(appId, id)
  // While the console is away the page stays: it may be there again with the next read.
  const away = isAway(error)
  useFailToast(workqueueMessages.loadFailed, away ? undefined : error)
  useEffect(() => {
    if (error && !away) void navigate(paths.workqueues(appId), { replace: true })
  }, [error, away, navigate, appId])

  const { search, hash } = useLocation()
  if (!workqueue)
    return (
      <WorkqueueDetailSkeleton id={id}>
        {away && <FailedState message={failText(workqueueMessages.loadFailed, error)} onRetry={reread} />}
      </WorkqueueDetailSkeleton>
    )
  // Opened below another app: its breadcrumbs and its live channel would be wrong.
  if (workqueue.appId !== appId)
    return <Navigate to={paths.workqueue(workqueue.appId, id) + search + hash} replace />
  return <RunPage workqueue={workqueue} reads={reads} logs={logs} reread={reread} />
}
