import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { StatusBadge } from '#web/ui/display/status.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { fittingSentence, type ListedSentence, TaskName, TaskReason, TextAndHost } from '../listed-task.tsx'
import { DurationCell } from '../table/task-times.tsx'
import type { TaskListRow } from './chosen-tasks.ts'

/** Whether a task waits, or did not run, for a reason that it does not tell itself. */
export const isUnexplained = ({ reason, status }: TaskListRow) =>
  !reason && (status === 'notstarted' || status === 'queued' || status === 'skipped')

/** From this width of the page on, in pixels, the columns have room for whole names and all that is below them. */
export const WIDE_ROWS_PX = 1440

/** What there is room for: no column of reasons, which are then below the type; a narrow one; a wide one; or cards. */
type Room = 'none' | 'narrow' | 'wide' | 'card'

/** Widths of the columns. In narrow rows no other column is wider than its texts, so that the reason has the rest. */
const widths = {
  none: { name: '28%', type: '32%', created: '128px', duration: '112px', status: '136px' },
  narrow: { name: '22%', type: '196px', created: '124px', duration: '94px', status: '124px' },
  wide: { name: '20%', type: '20%', created: '128px', duration: '112px', status: '136px' },
} as const satisfies Partial<Record<Room, object>>

type SentenceOf = (task: TaskListRow) => ListedSentence | null

/** The columns of the Tasks screen. */
export const taskListColumns = (appId: string, room: Room, sentenceOf: SentenceOf): Column<TaskListRow>[] => {
  const width = widths[room === 'card' ? 'wide' : room]
  return [
    {
      key: 'name',
      header: 'Name',
      width: width.name,
      primary: true,
      fixed: true,
      render: (task) => <TaskName appId={appId} task={task} short={room === 'narrow'} />,
    },
    {
      key: 'type',
      header: 'Type',
      width: width.type,
      fixed: true,
      card: 'line',
      render: (task) => (
        <TextAndHost text={task.type} isCode task={task} below={room === 'none' ? sentenceOf(task) : null} />
      ),
    },
    ...(room === 'none' ? [] : [reasonColumn(sentenceOf, room === 'card')]),
    {
      key: 'created',
      header: 'Created',
      sortable: 'ascending',
      width: width.created,
      muted: true,
      card: 'start',
      word: true,
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
      width: width.duration,
      card: 'end',
      word: true,
      render: (task) => <DurationCell task={task} />,
    },
    {
      key: 'status',
      header: 'Status',
      width: width.status,
      card: 'head',
      render: (task) => <StatusBadge status={task.status} mark={markOfTask(task)} />,
    },
  ]
}

const reasonColumn = (sentenceOf: SentenceOf, isCard: boolean): Column<TaskListRow> => ({
  key: 'reason',
  header: taskMessages.reason,
  fixed: true,
  card: 'first',
  render: (task) => {
    const sentence = sentenceOf(task)
    if (!sentence) return null
    const shown = isCard ? sentence.text : fittingSentence(sentence)
    return (
      <TaskReason task={{ status: task.status, reason: sentence.text, code: task.why?.code }} shown={shown} />
    )
  },
})
