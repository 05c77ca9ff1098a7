import { Box } from '@chakra-ui/react'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { TaskNote } from '#web/domains/tasks/task-times.tsx'
import type { WorkqueueDetail } from '../detail-operations.ts'
import { SummaryStrip } from './summary-strip.tsx'

/** The graph of a workqueue's tasks, under a strip with the number of tasks in each status. */
export function WorkflowPanel({
  run,
  tasks,
  selected,
  onSelect,
}: {
  run: WorkqueueDetail
  /** In the order of the workflow. */
  tasks: WorkqueueDetail['tasks']
  selected: string | null
  onSelect(id: string): void
}) {
  const ended = tasks.filter((task) => task.status === 'ended').length
  return (
    <Panel title="Workflow" aside={tasks.length > 0 && `${ended} of ${tasks.length} ended`}>
      <SummaryStrip tasks={tasks} />
      <Box mx="-3.5" mt="2" mb="-3.5">
        <WorkflowCanvas
          label={`Workflow of ${run.name}`}
          tasks={tasks}
          errorTasks={run.errorTasks}
          selected={selected}
          onSelect={onSelect}
          Icon={StatusIcon}
          Note={TaskNote}
        />
      </Box>
    </Panel>
  )
}
