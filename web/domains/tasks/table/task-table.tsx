import './task-table.css'
import { Box, Skeleton } from '@chakra-ui/react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useMatch } from 'react-router-dom'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import { useFeature } from '#web/lib/features.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { withoutTypenames } from '#web/lib/json-text.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { SortOrder } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { RowsPill } from '#web/ui/table/new-rows-pill.tsx'
import { useLatest } from '#web/lib/use-latest.ts'
import { MoreRows, taskAnchor } from './task-cells.tsx'
import { useOpenLogs, withToggled } from '../logs/use-open-logs.ts'
import { taskTableColumns, TaskTableContext, useTaskColumns } from './task-columns.tsx'
import type { LogLine, TaskDetail } from '../task.ts'
import { FIRST_ROWS } from './task-order.ts'
import type { KeptOrder } from './use-kept-order.ts'
import { useRestartTask } from '../mutations.ts'
import type { WorkqueueLogs } from '../logs/use-workqueue-logs.ts'

const SourceDialog = lazyDialog(async () => (await import('#web/ui/editor/source-dialog.tsx')).SourceDialog)
const StackTraceDialog = lazyDialog(
  async () => (await import('../logs/stack-trace-dialog.tsx')).StackTraceDialog,
)

// Loaded when the first log is opened.
const TaskLogPanel = lazyPart(
  async () => (await import('../logs/task-logs.tsx')).TaskLogPanel,
  () => <Skeleton m="3.5" height="120px" />,
)

// Loaded when those of a task are asked for.
const EarlierAttempts = lazyPart(
  async () => (await import('./earlier-attempts.tsx')).EarlierAttempts,
  () => <Skeleton mx="3.5" my="2" height="5" />,
)

// Loaded lazily: few runs are restarted on another alias.
const AliasDialog = lazy(async () => ({
  default: (await import('./alias-dialog.tsx')).AliasDialog,
}))

export interface TaskTableProps {
  /** In the order in which they are shown. */
  tasks: readonly TaskDetail[]
  /** The column by which they are sorted; null is the order of the workflow. */
  sort?: SortOrder | null
  onSort?(sort: SortOrder | null): void
  /** The status of their workqueue. */
  runStatus: string | null
  /** Whether a drawer stands beside the table, and has the actions, the progress and the log of its task. */
  beside?: boolean
  loading: boolean
  /** Of rows that keep their places while the user works in them. */
  kept?: Omit<KeptOrder, 'rows'>
  logs: Pick<WorkqueueLogs, 'logs' | 'loading' | 'loadEarlier'>
  /** The task that is selected in the graph. */
  highlighted: string | null
  /** Opens a task; without it names are plain text. */
  onOpen?: (taskId: string) => void
  onRestarted(): void
}

/** The number of rows to render: those requested, and at least up to the selected task. */
export function rowsToDraw(tasks: readonly TaskDetail[], asked: number, highlighted: string | null): number {
  const reached = tasks.findIndex((task) => task.id === highlighted) + 1
  return Math.min(tasks.length, Math.max(asked, reached))
}

/** Restarts one task at a time; `restarting` is its id until the answer arrives. */
function useRestart(tasks: readonly TaskDetail[], onRestarted: () => void) {
  const [restarting, setRestarting] = useState<string | null>(null)
  const { run } = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const latest = useLatest(onRestarted)
  const restart = useCallback(
    async (task: TaskDetail) => {
      setRestarting(task.id)
      const done = await run({ id: task.id })
      setRestarting(null)
      if (done) latest.current()
    },
    [run, latest],
  )
  return { restarting, restart }
}

/** What is copied of a task on the page of its run. */
function useCopyOf() {
  const { id: appId, run: workqueueId } = useMatch(paths.workqueue(':id', ':run'))?.params ?? {}
  return useMemo(
    () =>
      appId && workqueueId ? ({ id }: TaskDetail) => copied.task({ id, appId, workqueueId }) : undefined,
    [appId, workqueueId],
  )
}

/** The tasks of a workqueue: times, progress, actions, and the logs of each below its row. */
export function TaskTable(props: TaskTableProps) {
  const { tasks, runStatus, loading, logs, highlighted, onOpen, onRestarted } = props
  const { open, toggle, linked } = useOpenLogs(logs)
  const copyOf = useCopyOf()
  useEffect(() => {
    if (linked !== null) document.getElementById(taskAnchor(linked))?.scrollIntoView()
  }, [linked])
  const hasAttempts = useFeature('attempts')
  const [earlier, setEarlier] = useState<ReadonlySet<string>>(new Set())
  const toggleEarlier = useCallback((id: string) => setEarlier((known) => withToggled(known, id)), [])
  const { restarting, restart } = useRestart(tasks, onRestarted)
  const [traced, showTrace] = useState<LogLine | null>(null)
  const [source, showSource] = useState<TaskDetail | null>(null)
  const [rerun, restartWithAlias] = useState<TaskDetail | null>(null)
  const closeRerun = useCallback(() => restartWithAlias(null), [])
  const [asked, setAsked] = useState(FIRST_ROWS)
  const drawn = Math.max(rowsToDraw(tasks, asked, highlighted), rowsToDraw(tasks, asked, linked))
  const parts = useMemo(
    () => ({
      runStatus,
      logs: logs.logs,
      open,
      highlighted,
      restarting,
      toggle,
      restart,
      restartWithAlias,
      showSource,
      showTrace,
      onOpen,
      earlier: hasAttempts ? earlier : null,
      toggleEarlier,
    }),
    [
      runStatus,
      logs.logs,
      open,
      highlighted,
      restarting,
      toggle,
      restart,
      onOpen,
      hasAttempts,
      earlier,
      toggleEarlier,
    ],
  )
  const beside = props.beside ?? false
  const columns = useTaskColumns(beside)
  const renderDetail = (task: TaskDetail) =>
    open.has(task.id) || earlier.has(task.id) ? (
      <>
        {earlier.has(task.id) && <EarlierAttempts task={task} />}
        {open.has(task.id) && (
          <TaskLogPanel
            task={task}
            restartable={isRestartable(task.status, runStatus)}
            logs={logs.logs.get(task.id)}
            loading={logs.loading}
            onCollapse={() => toggle(task.id)}
            onRestart={() => void restart(task)}
            restarting={restarting === task.id}
          />
        )}
      </>
    ) : null
  return (
    <TaskTableContext value={parts}>
      <Box css={tableStyles} data-task-table overflowX={beside ? 'clip' : undefined} {...props.kept?.touches}>
        {props.kept && (
          <RowsPill
            shown={props.kept.changed}
            text={taskMessages.orderChanged}
            label={taskMessages.renewOrder}
            onShow={props.kept.renew}
          />
        )}
        <DataTable
          framed={false}
          label="Tasks"
          columns={columns}
          rows={tasks.slice(0, drawn)}
          rowId={(task) => task.id}
          rowLabel={(task) => task.name}
          copyOf={copyOf}
          sort={props.sort ?? null}
          onSort={(next) => props.onSort?.(orWorkflow(props.sort ?? null, next))}
          loading={loading}
          empty={<Box p="3.5">{taskMessages.none}</Box>}
          renderDetail={renderDetail}
          footer={
            tasks.length > drawn && (
              <MoreRows
                step={FIRST_ROWS}
                left={tasks.length - drawn}
                onMore={() => setAsked(drawn + FIRST_ROWS)}
              />
            )
          }
        />
      </Box>
      <StackTraceDialog open={traced !== null} log={traced} onClose={() => showTrace(null)} />
      {rerun && (
        <Suspense>
          <AliasDialog task={rerun} onClose={closeRerun} onRestarted={onRestarted} />
        </Suspense>
      )}
      <SourceDialog
        title={source?.name ?? ''}
        label={`Source of ${source?.name ?? 'the task'}`}
        open={source !== null}
        onClose={() => showSource(null)}
        value={() => withoutTypenames(source)}
      />
    </TaskTableContext>
  )
}

/** The third click on a head leads back to the order of the workflow. */
function orWorkflow(sort: SortOrder | null, next: SortOrder): SortOrder | null {
  const column = taskTableColumns.find(({ key }) => key === next.key)
  const isFirst = sort?.key !== next.key
  return isFirst || next.descending !== (column?.sortable === 'descending') ? next : null
}

/**
 * The row that is selected in the graph. In a table less space between columns, so that the actions of a failed task stand in one
 * line.
 */
const tableStyles = {
  '& tr:has([data-highlighted])': { bg: 'accent.soft' },
  '@media (min-width: 700px)': {
    // As specific as the padding of every table, or the cells would not stand below their heads.
    '& :is(th, tr[data-row] > td[data-cell]):not(:first-of-type, :last-of-type)': { px: '2' },
  },
}
