import { Box, Grid, Skeleton, Stack } from '@chakra-ui/react'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { orderTasks } from '#shared/domains/tasks/order.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { sortTasks } from '#web/domains/tasks/table/task-order.ts'
import { TaskTable } from '#web/domains/tasks/table/task-table.tsx'
import { useKeptOrder } from '#web/domains/tasks/table/use-kept-order.ts'
import type { WorkqueueLogs } from '#web/domains/tasks/logs/use-workqueue-logs.ts'
import { PHONE_PX, TWO_COLUMNS_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { usePlanStats } from '../stats/use-plan-stats.ts'
import type { WorkqueueDetail } from './operations.ts'
import { RunBanner } from './banner/run-banner.tsx'
import type { Reads } from './run-facts.tsx'
import { RunPanel } from './run-panel.tsx'
import type { RunViewProps } from './run-view.ts'
import { TaskDetails } from './task-details.tsx'
import { useCauses } from './use-causes.ts'
import { useExpectations } from './use-expectations.ts'
import { useRestarts } from './use-restarts.tsx'
import { useRunSelection } from './use-run-selection.ts'
import { WorkqueueHead } from './workqueue-head.tsx'

const TaskDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./drawer/task-drawer.tsx'))).TaskDrawer,
}))
const RunDrawer = lazy(async () => ({
  default: (await loadPart(() => import('./drawer/run-drawer.tsx'))).RunDrawer,
}))

// Loaded lazily: it stands at the end of the page.
const RunInfo = lazyPart(
  async () => (await import('./workqueue-info.tsx')).RunInfo,
  () => <Skeleton height="240px" borderRadius="lg" />,
)

// Loaded lazily: few visits of a run modify it.
const loadModified = () => loadPart(() => import('./modified-run.ts'))

const noTasks: WorkqueueDetail['tasks'] = []

/** The page of a run that has been read. */
export function RunPage({
  workqueue,
  reads,
  logs,
  reread,
}: {
  workqueue: WorkqueueDetail
  reads: Reads
  logs: WorkqueueLogs
  reread(): void
}) {
  const tasks = useMemo(() => orderTasks(workqueue.tasks), [workqueue.tasks])
  // The view renders first; the table, which is more expensive, renders when there is time: at first and in
  // a burst of live events.
  const rows = useDeferredValue(tasks, noTasks)
  const planStats = usePlanStats(workqueue)
  const stats = planStats ?? null
  const expectations = useExpectations(workqueue, tasks, stats)
  const { cause, causes, queuesStaleSince } = useCauses(workqueue, tasks, stats)
  const isLate = useMemo(
    () => [cause, ...causes.values()].some((each) => each?.code === 'late'),
    [cause, causes],
  )
  const selection = useRunSelection(workqueue, tasks, cause)
  const { address, change, task, select, openTab } = selection
  const restarts = useRestarts(workqueue, tasks, reread)
  const modifyAndRerun = useModifyAndRerun(workqueue)
  const phone = useNarrowerThan(PHONE_PX)
  const sheet = useNarrowerThan(TWO_COLUMNS_PX)
  const [beside, setBeside] = useState(false)
  // Only rendered once the workqueue itself could be read: otherwise that error is shown instead.
  useFailToast(workqueueMessages.loadLogsFailed, logs.error)

  const lastGood = stats?.lastGood != null
  const other = lastGood ? 'last-good' : workqueue.rerunOf
  const compare = other
    ? { to: paths.compare(workqueue.appId, workqueue.id, other), lastGood }
    : planStats && null
  const listed = useMemo(
    () =>
      sortTasks(
        address.view === 'table' && address.status !== null
          ? rows.filter((row) => markOfTask(row) === address.status)
          : rows,
        address.sort,
        { urgentFirst: phone },
      ),
    [rows, address.view, address.status, address.sort, phone],
  )
  const { rows: kept, ...order } = useKeptOrder(
    JSON.stringify([workqueue.id, address.sort, address.view === 'table' ? address.status : null]),
    listed,
    rows,
  )
  const shown: RunViewProps = {
    run: workqueue,
    tasks,
    causes,
    ...expectations,
    selected: task?.id ?? null,
    onSelect: select,
    status: address.status,
    at: address.at,
    onAt: selection.setAt,
    restarts,
  }
  const hasColumn = !sheet && (task !== null || beside)
  const table = (
    <TaskTable
      beside={hasColumn && address.view === 'table'}
      tasks={kept}
      kept={order}
      sort={address.sort}
      onSort={(sort) => change({ sort })}
      runStatus={workqueue.status}
      loading={rows.length < tasks.length}
      logs={logs}
      highlighted={task?.id ?? null}
      onOpen={select}
      onRestarted={reread}
    />
  )
  return (
    <>
      <WorkqueueHead
        workqueue={workqueue}
        late={isLate}
        reads={queuesStaleSince === null ? reads : { readAt: queuesStaleSince, failing: true }}
        compare={compare}
        onModifyAndRerun={modifyAndRerun}
        onFailed={() => selection.showStatus('failed')}
        onChanged={reread}
        onRefreshLogs={logs.refresh}
      />
      {/* Below the sheet of a task the end of the page can still be reached. */}
      <Stack gap="3.5" pb={sheet && task ? '210px' : undefined} data-in-order>
        {cause && (
          <RunBanner
            run={workqueue}
            tasks={tasks}
            cause={cause}
            causes={causes}
            logs={logs.logs}
            restarts={restarts}
            onSelect={select}
            onShowLog={(id) => openTab(id, 'log')}
            shownTask={task?.id ?? null}
            shownLog={selection.tab === 'log' ? (task?.id ?? null) : null}
            onModifyAndRerun={phone ? modifyAndRerun : null}
          />
        )}
        {/* With the usual times the sentence may be longer, and move what is below. */}
        {planStats === undefined && workqueue.ended === null && <span hidden data-pending />}
        <Grid
          templateColumns={hasColumn ? 'minmax(0, 1fr) minmax(380px, min(36%, 520px))' : 'minmax(0, 1fr)'}
          gap="3.5"
        >
          <RunPanel
            {...shown}
            view={address.view}
            onView={(view) => change({ view })}
            onStatus={selection.showStatus}
            table={table}
            beside={sheet || task ? null : beside}
            onBeside={setBeside}
          />
          {task && (
            <Suspense fallback={hasColumn ? <DrawerPlace /> : null}>
              <TaskDrawer {...shown} task={task} selection={selection} logs={logs} sheet={sheet} />
            </Suspense>
          )}
          {hasColumn && !task && (
            <Suspense fallback={<DrawerPlace />}>
              <RunDrawer run={workqueue} onClose={() => setBeside(false)} />
            </Suspense>
          )}
        </Grid>
        {address.view !== 'table' && (
          <>
            <TaskDetails tasks={tasks.length}>{table}</TaskDetails>
            <RunInfo workqueue={workqueue} />
          </>
        )}
        <EntityActivity within={workqueue.id} />
      </Stack>
      {restarts.dialog}
    </>
  )
}

/** The place of a drawer while its code loads. */
const DrawerPlace = () => (
  <Box data-pending bg="surface" borderWidth="1px" borderRadius="lg" boxShadow="card" />
)

/** Opens Run Workqueue with the definition of a run. */
function useModifyAndRerun(workqueue: WorkqueueDetail) {
  const navigate = useNavigate()
  return () => {
    void loadModified().then(({ modifiedRun }) => {
      const { to, state } = modifiedRun(workqueue)
      return navigate(to, { state })
    })
  }
}
