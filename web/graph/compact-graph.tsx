import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import type { LinkedTask } from '#shared/domains/tasks/order.ts'
import { WorkflowCanvas } from './workflow-canvas.tsx'

const noNote = () => null
const noIcon = () => null

/** A workflow as small nodes with their names only, in the given states. */
export function CompactGraph({
  label,
  tasks,
  errorTasks,
  statusOf,
  selected,
  onSelect,
}: {
  label: string
  /** In the order of the workflow. */
  tasks: readonly LinkedTask[]
  errorTasks: readonly string[]
  /** The status of a task by its id. */
  statusOf(id: string): string
  selected: string | null
  onSelect(id: string): void
}) {
  const shown = useMemo(
    () =>
      tasks.map(({ id, name, depends }) => ({
        ...{ id, name, depends, status: statusOf(id), type: '', alias: '' },
        ...{ started: null, ended: null, attempt: null },
      })),
    [tasks, statusOf],
  )
  return (
    <Box>
      <WorkflowCanvas
        label={label}
        tasks={shown}
        errorTasks={errorTasks}
        selected={selected}
        onSelect={onSelect}
        Icon={noIcon}
        Note={noNote}
      />
    </Box>
  )
}
