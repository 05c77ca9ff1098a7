import { createContext, useContext } from 'react'
import type { Column } from '#web/ui/table/column.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { latestTrace } from './stack-trace.tsx'
import { ActionsCell } from './task-actions.tsx'
import { NameCell, ProgressCell, TraceCell } from './task-cells.tsx'
import { DurationCell, EndedCell, StartedCell } from './task-times.tsx'
import type { LogLine, TaskDetail, EntriesByTask } from './task.ts'

/**
 * What the rows share. A context passes it around the table, so that a live change renders only its own row.
 */
export interface TaskTableContextValue {
  logs: EntriesByTask
  open: ReadonlySet<string>
  highlighted: string | null
  restarting: string | null
  toggle(id: string): void
  restart(task: TaskDetail): void
  restartWithAlias(task: TaskDetail): void
  showSource(task: TaskDetail): void
  showTrace(log: LogLine): void
}

export const TaskTableContext = createContext<TaskTableContextValue | null>(null)

function useTaskTable(): TaskTableContextValue {
  const parts = useContext(TaskTableContext)
  if (!parts) throw new Error('a task cell stands outside its table')
  return parts
}

function Name({ task }: { task: TaskDetail }) {
  return <NameCell task={task} highlighted={useTaskTable().highlighted === task.id} />
}

function Actions({ task }: { task: TaskDetail }) {
  const { open, restarting, toggle, restart, restartWithAlias, showSource } = useTaskTable()
  return (
    <ActionsCell
      task={task}
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
  const told = task.status === 'failed' || task.status === 'retry'
  const trace = told ? latestTrace(logs.get(task.id)) : null
  return <TraceCell task={task} onTrace={trace && (() => showTrace(trace))} />
}

/** The columns of Task Details. */
export const taskColumns: Column<TaskDetail>[] = [
  { key: 'name', header: 'Name', width: '19%', primary: true, render: (task) => <Name task={task} /> },
  { key: 'started', header: 'Started', width: '10%', render: (task) => <StartedCell task={task} /> },
  { key: 'ended', header: 'Ended', width: '13%', render: (task) => <EndedCell task={task} /> },
  { key: 'duration', header: 'Duration', width: '8%', render: (task) => <DurationCell task={task} /> },
  { key: 'actions', header: 'Actions', width: '19%', render: (task) => <Actions task={task} /> },
  { key: 'progress', header: 'Progress', width: '7%', render: (task) => <ProgressCell task={task} /> },
  { key: 'status', header: 'Status', width: '9%', render: (task) => <StatusBadge status={task.status} /> },
  { key: 'trace', header: 'Trace', width: '15%', fixed: true, render: (task) => <Trace task={task} /> },
]
