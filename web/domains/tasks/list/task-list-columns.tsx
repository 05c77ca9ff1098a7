import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { TaskName, TaskReason, TextAndHost } from '../listed-task.tsx'
import { DurationCell } from '../table/task-times.tsx'
import type { TaskListRow } from './chosen-tasks.ts'

/** Whether a task waits, or did not run, for a reason that it does not tell itself. */
export const isUnexplained = ({ reason, status }: TaskListRow) =>
  !reason && (status === 'notstarted' || status === 'queued' || status === 'skipped')

/** The columns of the Tasks screen. Where a column of reasons has no room they are below the type. */
export const taskListColumns = (
  appId: string,
  hasRoom: boolean,
  sentenceOf: (task: TaskListRow) => string | null,
): Column<TaskListRow>[] => [
  {
    key: 'name',
    header: 'Name',
    width: hasRoom ? '20%' : '28%',
    primary: true,
    fixed: true,
    render: (task) => <TaskName appId={appId} task={task} />,
  },
  {
    key: 'type',
    header: 'Type',
    width: hasRoom ? '23%' : '32%',
    fixed: true,
    card: 'line',
    render: (task) => (
      <TextAndHost text={task.type} isCode task={task} below={hasRoom ? null : sentenceOf(task)} />
    ),
  },
  ...(hasRoom ? [reasonColumn(sentenceOf)] : []),
  {
    key: 'created',
    header: 'Created',
    sortable: 'ascending',
    width: '128px',
    muted: true,
    card: 'start',
    render: (task) => <RelativeTime value={task.created} />,
  },
  {
    key: 'ended',
    header: taskMessages.ended,
    optional: true,
    width: '128px',
    muted: true,
    render: (task) => <RelativeTime value={task.ended} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    width: '112px',
    card: 'end',
    render: (task) => <DurationCell task={task} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: '136px',
    card: 'head',
    render: (task) => <StatusBadge status={task.status} mark={markOfTask(task)} />,
  },
]

const reasonColumn = (sentenceOf: (task: TaskListRow) => string | null): Column<TaskListRow> => ({
  key: 'reason',
  header: taskMessages.reason,
  fixed: true,
  card: 'first',
  render: (task) => (
    <TaskReason task={{ status: task.status, reason: sentenceOf(task), code: task.why?.code }} />
  ),
})
