import { Box, chakra } from '@chakra-ui/react'
import { TaskNote } from '#web/domains/tasks/table/task-times.tsx'
import { WorkflowCanvas } from '#web/graph/workflow-canvas.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import type { WorkqueueDetail } from './operations.ts'

/** The graph of a workqueue's tasks, under a strip with the number of tasks in each status. */
export function WorkflowPanel({
  workqueue,
  tasks,
  selected,
  onSelect,
}: {
  workqueue: WorkqueueDetail
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
          label={`Workflow of ${workqueue.name}`}
          tasks={tasks}
          errorTasks={workqueue.errorTasks}
          selected={selected}
          onSelect={onSelect}
          Icon={StatusIcon}
          Note={TaskNote}
        />
      </Box>
    </Panel>
  )
}

// Done first, then active, then failed, then skipped and not started.
const order = ['ended', 'started', 'queued', 'retry', 'failed', 'skipped', 'notstarted']
// Statuses without work done have muted colours.
const quiet: Record<string, string> = { skipped: 'control', notstarted: 'line', queued: 'control' }

interface StatusCount {
  status: string
  count: number
}

/** The number of tasks in each status, in the order of the strip; statuses without a task are left out. */
function countStatuses(tasks: readonly { status: string }[]): StatusCount[] {
  const counts = new Map<string, number>()
  for (const { status } of tasks) counts.set(status, (counts.get(status) ?? 0) + 1)
  const place = (status: string) => (order.includes(status) ? order.indexOf(status) : order.length)
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => place(a.status) - place(b.status))
}

/** One segment per status, its length proportional to the number of tasks. */
function SummaryStrip({ tasks }: { tasks: readonly { status: string }[] }) {
  const counts = countStatuses(tasks)
  const words = counts.map(({ status, count }) => `${count} ${status}`).join(', ')
  return (
    <chakra.div
      role="img"
      aria-label={words || 'No tasks'}
      title={words}
      display="flex"
      gap="2px"
      height="6px"
      bg={counts.length === 0 ? 'pressed' : undefined}
      borderRadius="full"
      overflow="hidden"
    >
      {counts.map(({ status, count }) => (
        <chakra.span
          key={status}
          bg={quiet[status] ?? statusTokens(status).fg}
          minW="3px"
          transition="flex-grow 200ms"
          style={{ flexGrow: count }}
        />
      ))}
    </chakra.div>
  )
}
