import { Grid, Stack } from '@chakra-ui/react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { orderTasks } from '#shared/domains/tasks/order.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { paths } from '#web/paths.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { taskAnchor } from '../tasks/table/task-cells.tsx'
import { TaskTable } from '../tasks/table/task-table.tsx'
import { useWorkqueueLogs, type WorkqueueLogs } from '../tasks/logs/use-workqueue-logs.ts'
import { WorkqueueHead } from './detail/workqueue-head.tsx'
import { WorkqueueInfo, StatePanels } from './detail/workqueue-info.tsx'
import { WorkqueueDetailSkeleton } from './detail/workqueue-skeleton.tsx'
import type { WorkqueueDetail } from './detail/operations.ts'
import { useWorkqueue } from './detail/use-workqueue.ts'
import { WorkflowPanel } from './detail/workflow-panel.tsx'

/** One workqueue with its graph, states, tasks and logs, live. */
export function WorkqueueDetailPage() {
  const { id: appId = '', workqueue = '' } = useParams()
  // The key resets all state when the address changes to another workqueue.
  return <Detail key={workqueue} appId={appId} id={workqueue} />
}

function Detail({ appId, id }: { appId: string; id: string }) {
  const navigate = useNavigate()
  const { workqueue, error, reread } = useWorkqueue(appId, id)
  const logs = useWorkqueueLogs(appId, id)
  useFailToast(workqueueMessages.loadFailed, error)
  useEffect(() => {
    if (error) void navigate(paths.workqueues(appId), { replace: true })
  }, [error, navigate, appId])
  const { search, hash } = useLocation()
  if (!workqueue) return <WorkqueueDetailSkeleton id={id} />
  // Opened below another app: its breadcrumbs and its live channel would be wrong.
  if (workqueue.appId !== appId)
    return <Navigate to={paths.workqueue(workqueue.appId, id) + search + hash} replace />
  return <LoadedDetail workqueue={workqueue} logs={logs} reread={reread} />
}

const noTasks: WorkqueueDetail['tasks'] = []

function LoadedDetail({
  workqueue,
  logs,
  reread,
}: {
  workqueue: WorkqueueDetail
  logs: WorkqueueLogs
  reread(): void
}) {
  const tasks = useMemo(() => orderTasks(workqueue.tasks), [workqueue.tasks])
  // The graph renders first; the table, which is more expensive, renders when there is time: at first and in
  // a burst of live events.
  const rows = useDeferredValue(tasks, noTasks)
  const [selected, select] = useSelection()
  // Only rendered once the workqueue itself could be read: otherwise that error is shown instead.
  useFailToast(workqueueMessages.loadLogsFailed, logs.error)
  return (
    <>
      <WorkqueueHead workqueue={workqueue} onChanged={reread} onRefreshLogs={logs.refresh} />
      <Stack gap="3.5">
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' }} gap="3.5">
          <WorkflowPanel workqueue={workqueue} tasks={tasks} selected={selected} onSelect={select} />
          <WorkqueueInfo workqueue={workqueue} />
        </Grid>
        <StatePanels workqueue={workqueue} />
        <Panel title="Task Details" padded={false}>
          <TaskTable
            tasks={rows}
            runStatus={workqueue.status}
            loading={rows.length < tasks.length}
            logs={logs}
            highlighted={selected}
            onRestarted={reread}
          />
        </Panel>
      </Stack>
    </>
  )
}

/** The task selected in the graph: its row is scrolled into view, highlighted and focused. */
function useSelection() {
  const [selected, setSelected] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (!selected) return
    const row = document.getElementById(taskAnchor(selected.id))
    row?.scrollIntoView({ block: 'center', behavior: isMotionReduced() ? 'auto' : 'smooth' })
    row?.focus({ preventScroll: true })
  }, [selected])
  const select = useCallback((id: string) => setSelected({ id }), [])
  return [selected?.id ?? null, select] as const
}

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
