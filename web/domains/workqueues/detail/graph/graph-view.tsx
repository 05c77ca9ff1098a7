import { useCallback } from 'react'
import { TaskNote } from '#web/domains/tasks/table/task-times.tsx'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import type { RunViewProps } from '../run-view.ts'

/** The tasks of a run as a graph, live. It has the height that its content needs, within bounds. */
export function GraphView({ run, tasks, selected, onSelect }: RunViewProps) {
  const select = useCallback((id: string) => onSelect(id), [onSelect])
  return (
    <WorkflowCanvas
      label={`Workflow of ${run.name}`}
      tasks={tasks}
      errorTasks={run.errorTasks}
      selected={selected}
      onSelect={select}
      Icon={StatusIcon}
      Note={TaskNote}
    />
  )
}
