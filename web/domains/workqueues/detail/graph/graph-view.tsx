import { useCallback } from 'react'
import { TaskNote } from '#web/domains/tasks/table/task-times.tsx'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import type { Opening } from '#web/graph/focus.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import type { RunViewProps } from '../run-view.ts'
import { useFolds } from './use-folds.ts'

/** Where the graph of a run opens: a failed one on its failure, one under way on its front. */
const openings: Record<string, Opening> = { failed: 'failure', started: 'front', notstarted: 'front' }

/** The tasks of a run as a graph, live. It has the height that its content needs, within bounds. */
export function GraphView({ run, tasks, causes, selected, onSelect, status }: RunViewProps) {
  const select = useCallback((id: string) => onSelect(id), [onSelect])
  const folds = useFolds(tasks, true)
  return (
    <WorkflowCanvas
      label={`Workflow of ${run.name}`}
      tasks={tasks}
      errorTasks={run.errorTasks}
      folds={folds}
      causes={causes}
      status={status}
      selected={selected}
      onSelect={select}
      opening={openings[run.status] ?? 'start'}
      Icon={StatusIcon}
      Note={TaskNote}
    />
  )
}
