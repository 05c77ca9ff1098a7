import { Box } from '@chakra-ui/react'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { Column } from '#web/ui/table/column.ts'
import { oneLine } from '#web/ui/table/cells.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { taskListRow } from '../list-operations.ts'
import { TaskName } from '../task-cells.tsx'
import { DurationCell } from '../task-times.tsx'

type TaskListRow = ResultOf<typeof taskListRow>

/** The columns of the Tasks screen. */
export const taskListColumns = (appId: string): Column<TaskListRow>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '28%',
    primary: true,
    fixed: true,
    render: (task) => <TaskName appId={appId} task={task} />,
  },
  {
    key: 'type',
    header: 'Type',
    width: '28%',
    fixed: true,
    render: (task) => (
      <Box as="span" display={{ sm: 'block' }} textStyle="mono" color="ink.2" title={task.type} {...oneLine}>
        {task.type}
      </Box>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    sortable: 'ascending',
    width: '16%',
    muted: true,
    render: (task) => <RelativeTime value={task.created} />,
  },
  { key: 'duration', header: 'Duration', width: '14%', render: (task) => <DurationCell task={task} /> },
  { key: 'status', header: 'Status', width: '14%', render: (task) => <StatusBadge status={task.status} /> },
]
