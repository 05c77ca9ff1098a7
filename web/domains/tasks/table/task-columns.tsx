import { Button, Flex } from '@chakra-ui/react'
import { Braces, ChevronDown, ChevronRight, RotateCw } from 'lucide-react'
import { createContext, useContext } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable, markOfTask } from '#shared/domains/tasks/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { NameCell, ProgressCell, TraceCell } from './task-cells.tsx'
import { DurationCell, EndedCell, StartedCell } from './task-times.tsx'
import type { EntriesByTask, LogLine, TaskDetail } from '../task.ts'

/** The actions of one task. */
function ActionsCell(props: {
  task: TaskDetail
  runStatus: string | null
  open: boolean
  onToggleLogs(): void
  onRestart(): void
  restarting: boolean
  onRestartWithAlias(): void
  onSource(): void
}) {
  const { task, open } = props
  const logs = open ? taskMessages.hideLogs : taskMessages.showLogs
  return (
    <Flex as="span" display="inline-flex" align="center" wrap="wrap" gap="1" ms={{ base: '0', sm: '-1' }}>
      <Button
        size="xs"
        variant="ghost"
        px="1"
        aria-expanded={open}
        aria-label={`${logs}: ${task.name}`}
        onClick={props.onToggleLogs}
      >
        {open ? <ChevronDown /> : <ChevronRight />} {logs}
      </Button>
      <Button
        size="xs"
        variant="ghost"
        px="1"
        aria-label={`${taskMessages.viewSource}: ${task.name}`}
        title={taskMessages.viewSource}
        onClick={props.onSource}
      >
        <Braces />
      </Button>
      {isRestartable(task.status, props.runStatus) && (
        <IfMayChange>
          {/* One beside the other, also where both are below the logs. */}
          <Flex as="span" data-restart display="inline-flex" gap="1">
            <Button
              size="xs"
              px="1.5"
              aria-label={`${taskMessages.rerun}: ${task.name}`}
              loading={props.restarting}
              onClick={props.onRestart}
            >
              <RotateCw /> {taskMessages.rerun}
            </Button>
            <Button
              size="xs"
              px="1.5"
              aria-label={`${taskMessages.rerunWithAlias}: ${task.name}`}
              disabled={props.restarting}
              onClick={props.onRestartWithAlias}
            >
              {taskMessages.rerunWithAlias}
            </Button>
          </Flex>
        </IfMayChange>
      )}
    </Flex>
  )
}

/**
 * Values that all rows share. A context passes them around the table, so that a live change renders only its
 * own row.
 */
interface TaskTableContextValue {
  runStatus: string | null
  logs: EntriesByTask
  open: ReadonlySet<string>
  highlighted: string | null
  restarting: string | null
  toggle(id: string): void
  restart(task: TaskDetail): void
  restartWithAlias(task: TaskDetail): void
  showSource(task: TaskDetail): void
  showTrace(log: LogLine): void
  onOpen: ((taskId: string) => void) | undefined
  /** The tasks whose earlier attempts are shown; null where the platform does not tell them. */
  earlier: ReadonlySet<string> | null
  toggleEarlier(id: string): void
}

export const TaskTableContext = createContext<TaskTableContextValue | null>(null)

function useTaskTable(): TaskTableContextValue {
  const table = useContext(TaskTableContext)
  if (!table) throw new Error('a task cell must be rendered inside its table')
  return table
}

function Name({ task }: { task: TaskDetail }) {
  const { highlighted, onOpen } = useTaskTable()
  return <NameCell task={task} highlighted={highlighted === task.id} onOpen={onOpen} />
}

function Started({ task }: { task: TaskDetail }) {
  const { earlier, toggleEarlier } = useTaskTable()
  const count = (task.attempt ?? 0) - 1
  return (
    <>
      <StartedCell task={task} />
      {earlier && count > 0 && (
        <Button
          size="xs"
          variant="ghost"
          px="1"
          ms={{ base: '0', sm: '-1' }}
          aria-expanded={earlier.has(task.id)}
          aria-label={`${taskMessages.earlier(count)}: ${task.name}`}
          onClick={() => toggleEarlier(task.id)}
        >
          {earlier.has(task.id) ? <ChevronDown /> : <ChevronRight />} {taskMessages.earlier(count)}
        </Button>
      )}
    </>
  )
}

function Actions({ task }: { task: TaskDetail }) {
  const { runStatus, open, restarting, toggle, restart, restartWithAlias, showSource } = useTaskTable()
  return (
    <ActionsCell
      task={task}
      runStatus={runStatus}
      open={open.has(task.id)}
      onToggleLogs={() => toggle(task.id)}
      onRestart={() => restart(task)}
      restarting={restarting === task.id}
      onRestartWithAlias={() => restartWithAlias(task)}
      onSource={() => showSource(task)}
    />
  )
}

function Trace({ task }: { task: TaskDetail }) {
  const { logs, showTrace } = useTaskTable()
  const hasFailed = task.status === 'failed' || task.status === 'retry'
  const trace = hasFailed ? latestTrace(logs.get(task.id)) : null
  return <TraceCell task={task} onTrace={trace && (() => showTrace(trace))} />
}

/** The columns of Task Details. */
export const taskTableColumns: Column<TaskDetail>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '18%',
    primary: true,
    sortable: 'ascending',
    render: (task) => <Name task={task} />,
  },
  {
    key: 'started',
    header: 'Started',
    width: '9%',
    sortable: 'ascending',
    card: 'start',
    render: (task) => <Started task={task} />,
  },
  {
    key: 'ended',
    header: 'Ended',
    width: '9%',
    sortable: 'descending',
    render: (task) => <EndedCell task={task} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    width: '7%',
    sortable: 'descending',
    card: 'end',
    render: (task) => <DurationCell task={task} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    width: '19%',
    card: 'line',
    render: (task) => <Actions task={task} />,
  },
  { key: 'progress', header: 'Progress', width: '6%', render: (task) => <ProgressCell task={task} /> },
  {
    key: 'status',
    header: 'Status',
    width: '9%',
    sortable: 'ascending',
    card: 'head',
    render: (task) => <StatusBadge status={task.status} mark={markOfTask(task)} />,
  },
  {
    key: 'trace',
    header: 'Trace',
    width: '23%',
    fixed: true,
    card: 'first',
    render: (task) => <Trace task={task} />,
  },
]

/** From this width of the window on, in pixels, there is room for all columns beside a drawer. */
const ALL_PX = 1720

/** The name takes what the other columns leave, and is cut. */
const without = (...keys: string[]) =>
  taskTableColumns
    .filter(({ key }) => !keys.includes(key))
    .map(({ width, ...column }) =>
      column.primary ? { ...column, fixed: true } : { ...column, width: width! },
    )
const fewer = without('actions', 'progress', 'trace')
const fewest = without('started', 'ended', 'actions', 'progress', 'trace')

/** The columns beside a drawer as far as there is room, so that the status of each task stays in sight; else all. */
export function useTaskColumns(beside: boolean): Column<TaskDetail>[] {
  const isNarrow = useNarrowerThan(ALL_PX)
  const isNarrowest = useNarrowerThan(WIDE_PX)
  return !beside || !isNarrow ? taskTableColumns : isNarrowest ? fewest : fewer
}

/** The entry with the stack trace of a task's failure: its latest error that has one. */
function latestTrace(logs: readonly LogLine[] | undefined): LogLine | null {
  return logs?.findLast((log) => log.level === 'error' && Boolean(log.stacktrace)) ?? null
}
