import { Box, Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import type { SummaryTab } from '#shared/domains/tasks/constants.ts'
import type { Column } from '#web/ui/table/column.ts'
import { oneLine } from '#web/ui/table/cells.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { TaskName, TraceCell } from '../task-cells.tsx'
import type { SummaryTask } from './use-summary.ts'

export interface SummaryColumnOptions {
  appId: string
  /** Id of the task with a pending restart. */
  restarting: string | null
  restart(task: SummaryTask): void
}

/** The description of the workqueue, or its id where it has none. */
function Workqueue({ task: { workqueueDescription, workqueueId } }: { task: SummaryTask }) {
  const text = workqueueDescription || workqueueId || '-'
  return (
    <Box
      as="span"
      display={{ sm: 'block' }}
      color="ink.2"
      textStyle={workqueueDescription ? undefined : 'mono'}
      title={text}
      {...oneLine}
    >
      {text}
    </Box>
  )
}

/** The columns of one tab of the Tasks Summary. */
export function summaryColumns(
  tab: SummaryTab,
  { appId, restarting, restart }: SummaryColumnOptions,
): Column<SummaryTask>[] {
  const name = (width: string): Column<SummaryTask> => ({
    key: 'name',
    header: 'Name',
    width,
    primary: true,
    fixed: true,
    render: (task) => <TaskName appId={appId} task={task} />,
  })
  const workqueue = (header: string, width: string): Column<SummaryTask> => ({
    key: 'workqueue',
    header,
    width,
    fixed: true,
    render: (task) => <Workqueue task={task} />,
  })
  if (tab === 'running')
    return [
      name('35%'),
      workqueue('Workqueue Description', '45%'),
      {
        key: 'started',
        header: 'Started',
        width: '20%',
        muted: true,
        render: (task) => <RelativeTime value={task.started} />,
      },
    ]
  if (tab === 'queued')
    return [
      name('35%'),
      workqueue('Workqueue', '45%'),
      {
        key: 'queued',
        header: 'Queued',
        width: '20%',
        muted: true,
        render: (task) => <RelativeTime value={task.queued} />,
      },
    ]
  return [
    {
      key: 'when',
      header: 'When',
      width: '14%',
      muted: true,
      render: (task) => <RelativeTime value={task.ended} />,
    },
    name('20%'),
    workqueue('Workqueue', '20%'),
    {
      key: 'reason',
      header: 'Error Reason',
      width: '32%',
      fixed: true,
      render: (task) => <TraceCell task={task} onTrace={null} />,
    },
    {
      key: 'restart',
      header: '',
      width: '14%',
      align: 'end',
      render: (task) =>
        isRestartable(task.status) && (
          <Button
            size="xs"
            aria-label={`${taskMessages.restartTask}: ${task.name}`}
            loading={restarting === task.id}
            onClick={() => restart(task)}
          >
            <RotateCw /> {taskMessages.restartTask}
          </Button>
        ),
    },
  ]
}
