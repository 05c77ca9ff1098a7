import { Box, Button } from '@chakra-ui/react'
import { useState, type ReactNode } from 'react'
import { taskMessages } from '../../../shared/domains/tasks/messages.ts'
import { withoutTypenames } from '../../lib/without-typenames.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { SourceDialog } from '../../ui/source-dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { latestTrace, StackTraceDialog } from './stack-trace.tsx'
import { ActionsCell, NameCell, ProgressCell, TraceCell } from './task-cells.tsx'
import { TaskLogs } from './task-logs.tsx'
import { DurationCell, EndedCell, StartedCell } from './task-times.tsx'
import type { LogLine, Task } from './task.ts'
import { useRestartTask } from './use-restart-task.ts'
import type { WorkqueueLogs } from './use-workqueue-logs.ts'

/** Rows drawn at first; a run may have thousands of tasks. */
const WINDOW = 200

export interface TaskTableProps {
  /** In the order of the workflow. */
  tasks: Task[]
  loading: boolean
  logs: Pick<WorkqueueLogs, 'logs' | 'loading'>
  /** The task that the graph has led to. */
  highlighted: string | null
  onRestarted(): void
  empty?: ReactNode
}

/** Toggles one member of a set that is never changed in place. */
function useToggles() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpen((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return [open, toggle] as const
}

/** The tasks of a run: times, progress, logs below each row, and what may be done with one (spec section 2). */
export function TaskTable({ tasks, loading, logs, highlighted, onRestarted, empty }: TaskTableProps) {
  const [open, toggle] = useToggles()
  const [traced, setTraced] = useState<LogLine | null>(null)
  const [source, setSource] = useState<Task | null>(null)
  const [restarting, setRestarting] = useState<string | null>(null)
  const restart = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const [shown, setShown] = useState(WINDOW)
  // A task that the graph leads to is drawn, wherever it stands.
  const reach = Math.max(shown, tasks.findIndex((task) => task.id === highlighted) + 1)
  const onRestart = async (task: Task) => {
    setRestarting(task.id)
    const done = await restart.run({ id: task.id })
    setRestarting(null)
    if (done) onRestarted()
  }

  const columns: Column<Task>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '22%',
      primary: true,
      render: (task) => <NameCell task={task} highlighted={task.id === highlighted} />,
    },
    { key: 'started', header: 'Started', width: '12%', render: (task) => <StartedCell task={task} /> },
    { key: 'ended', header: 'Ended', width: '11%', render: (task) => <EndedCell task={task} /> },
    { key: 'duration', header: 'Duration', width: '8%', render: (task) => <DurationCell task={task} /> },
    {
      key: 'actions',
      header: 'Actions',
      width: '17%',
      render: (task) => (
        <ActionsCell
          task={task}
          open={open.has(task.id)}
          onToggleLogs={() => toggle(task.id)}
          onRestart={() => void onRestart(task)}
          restarting={restarting === task.id}
          onSource={() => setSource(task)}
        />
      ),
    },
    { key: 'progress', header: 'Progress', width: '7%', render: (task) => <ProgressCell task={task} /> },
    { key: 'status', header: 'Status', width: '9%', render: (task) => <StatusBadge status={task.status} /> },
    {
      key: 'trace',
      header: 'Trace',
      render: (task) => {
        const trace =
          task.status === 'failed' || task.status === 'retry' ? latestTrace(logs.logs.get(task.id)) : null
        return <TraceCell task={task} onTrace={trace && (() => setTraced(trace))} />
      },
    },
  ]
  return (
    // The table stands in a panel, which brings the frame.
    <Box
      css={{
        '& > div': { borderWidth: '0', boxShadow: 'none' },
        '& tr:has([data-highlighted])': { bg: 'accent.soft' },
      }}
    >
      <DataTable
        label="Tasks"
        columns={columns}
        rows={tasks.slice(0, reach)}
        rowId={(task) => task.id}
        rowLabel={(task) => task.name}
        loading={loading}
        empty={empty ?? <Box p="3.5">{taskMessages.none}</Box>}
        renderDetail={(task) =>
          open.has(task.id) ? (
            <TaskLogs
              task={task}
              logs={logs.logs.get(task.id)}
              loading={logs.loading}
              onCollapse={() => toggle(task.id)}
              onRestart={() => void onRestart(task)}
              restarting={restarting === task.id}
            />
          ) : null
        }
        footer={
          tasks.length > reach && (
            <MoreRows left={tasks.length - reach} onMore={() => setShown(reach + WINDOW)} />
          )
        }
      />
      <StackTraceDialog log={traced} onClose={() => setTraced(null)} />
      <SourceDialog
        title={source?.name ?? ''}
        label={`Source of ${source?.name ?? 'the task'}`}
        open={source !== null}
        onClose={() => setSource(null)}
        value={() => withoutTypenames(source)}
      />
    </Box>
  )
}

function MoreRows({ left, onMore }: { left: number; onMore(): void }) {
  return (
    <Button variant="plain" size="sm" onClick={onMore}>
      {`Show ${Math.min(WINDOW, left)} of ${left} more`}
    </Button>
  )
}
