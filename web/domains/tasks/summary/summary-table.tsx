import { Button } from '@chakra-ui/react'
import { ListChecks, RotateCw, SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { SummaryTab } from '#shared/domains/tasks/constants.ts'
import { taskListMessages } from '#shared/domains/tasks/list-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { summaryMessages } from '#shared/domains/tasks/summary-messages.ts'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import type { Column, RowSelection } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { TaskName, TaskReason, TextAndHost } from '../listed-task.tsx'
import { MoreRows } from '../table/task-cells.tsx'
import { TaskSince } from './task-since.tsx'
import type { SummaryRead, SummaryTask } from './use-summary.ts'

/** Rows rendered at first, and with each request for more: a day may have thousands. */
export const SUMMARY_STEP = 100

interface SummaryColumnOptions {
  appId: string
  /** Id of the task with a pending restart. */
  restarting: string | null
  restart(task: SummaryTask): void
}

/** The description of the workqueue, or its id where it has none. */
function Workqueue({ task }: { task: SummaryTask }) {
  const { workqueueDescription, workqueueId } = task
  return (
    <TextAndHost
      text={workqueueDescription || workqueueId || '-'}
      isCode={!workqueueDescription}
      task={task}
    />
  )
}

/** The columns of one tab of the Tasks Summary. */
export function summaryColumns(
  tab: SummaryTab,
  { appId, restarting, restart }: SummaryColumnOptions,
): Column<SummaryTask>[] {
  const name = (width: string): Column<SummaryTask> => ({
    key: 'name',
    header: 'Name',
    width,
    primary: true,
    fixed: true,
    render: (task) => <TaskName appId={appId} task={task} />,
  })
  const workqueue = (header: string, width: string): Column<SummaryTask> => ({
    key: 'workqueue',
    header,
    width,
    fixed: true,
    card: 'line',
    render: (task) => <Workqueue task={task} />,
  })
  if (tab === 'running')
    return [
      name('28%'),
      workqueue('Workqueue Description', '52%'),
      {
        key: 'started',
        header: 'Started',
        width: '20%',
        fixed: true,
        muted: true,
        card: 'start',
        render: (task) => <TaskSince at={task.started} why={task.why} />,
      },
    ]
  if (tab === 'queued')
    return [
      name('28%'),
      workqueue('Workqueue', '52%'),
      {
        key: 'queued',
        header: 'Queued',
        width: '20%',
        fixed: true,
        muted: true,
        card: 'start',
        render: (task) => <TaskSince at={task.queued} why={task.why} />,
      },
    ]
  return [
    {
      key: 'when',
      header: 'When',
      width: '128px',
      muted: true,
      card: 'start',
      render: (task) => <RelativeTime value={task.ended} />,
    },
    name('27%'),
    workqueue('Workqueue', '18%'),
    {
      key: 'reason',
      header: 'Error Reason',
      fixed: true,
      card: 'first',
      render: (task) => <TaskReason task={task} />,
    },
    {
      key: 'restart',
      header: '',
      width: '148px',
      align: 'end',
      card: 'end',
      render: (task) =>
        isRestartable(task.status, task.workqueueStatus) && (
          <IfMayChange>
            <Button
              size="xs"
              minH={{ base: '10', sm: '6' }}
              aria-label={`${taskMessages.restartTask}: ${task.name}`}
              loading={restarting === task.id}
              onClick={() => restart(task)}
            >
              <RotateCw /> {taskMessages.restartTask}
            </Button>
          </IfMayChange>
        ),
    },
  ]
}

/** The tasks of one tab. */
export function SummaryTable({
  appId,
  tab,
  label,
  columns,
  read,
  found,
  drawn,
  onDraw,
  search,
  onClear,
  selection,
}: {
  appId: string
  tab: SummaryTab
  label: string
  columns: Column<SummaryTask>[]
  read: SummaryRead
  /** The tasks that the search finds, and how many of them are rendered. */
  found: readonly SummaryTask[]
  drawn: number
  onDraw(drawn: number): void
  search: string
  onClear(): void
  selection: RowSelection | undefined
}) {
  const left = found.length - drawn
  const isSearched = search !== '' && (read.data?.tasksSummary.length ?? 0) > 0
  return (
    <DataTable
      label={`${label} tasks`}
      steady
      columns={columns}
      rows={found.slice(0, drawn)}
      rowId={(task) => task.id}
      rowLabel={(task) => task.name}
      copyOf={copied.task}
      selection={selection}
      loading={!read.current && !read.failure}
      failed={
        read.failure && (
          <FailedState message={failText(taskMessages.loadListFailed, read.failure)} onRetry={read.reread} />
        )
      }
      empty={
        isSearched ? (
          <EmptyState
            icon={<SearchX size={20} />}
            title={summaryMessages.noMatch(search)}
            action={<Button onClick={onClear}>{taskListMessages.clearSearch}</Button>}
          />
        ) : (
          <EmptyState
            icon={<ListChecks size={20} />}
            title={summaryMessages.noResults}
            description={summaryMessages.empty[tab]}
            action={
              <Button asChild>
                <Link to={paths.tasks(appId)}>{taskMessages.allTasks}</Link>
              </Button>
            }
          />
        )
      }
      footer={
        left > 0 && <MoreRows step={SUMMARY_STEP} left={left} onMore={() => onDraw(drawn + SUMMARY_STEP)} />
      }
    />
  )
}
