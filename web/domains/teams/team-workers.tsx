import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { failuresOfTypeMessages } from '#shared/domains/failures/messages.ts'
import { teamMessages as texts } from '#shared/domains/teams/messages.ts'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useOpenFailuresByType } from '#web/lib/failures/use-open-failures.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { paths } from '#web/paths.ts'
import { PollersOfQueues, TasksNow } from '#web/ui/display/queues-now.tsx'
import { FailingText } from '#web/ui/page/open-failures.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { NameLink } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useWholeList } from '#web/ui/table/use-whole-list.tsx'
import { teamWorkersQuery } from './operations.ts'

type TeamWorker = ResultOf<typeof teamWorkersQuery>['workers']['rows'][number]

/** The workers of a team: who polls, what runs and waits, and what fails. Nothing on a platform that does not tell its queues. */
export function TeamWorkers({ teamId }: { teamId: string }) {
  const isTold = useFeature('queues')
  const [{ data, error }] = useQuery({
    query: teamWorkersQuery,
    pause: !isTold,
    requestPolicy: 'cache-and-network',
  })
  const { queues } = useQueues()
  const failures = useOpenFailuresByType()
  const columns = useMemo((): Column<TeamWorker>[] => {
    const queuesOf = ({ type }: TeamWorker) => queues?.filter((queue) => queue.type === type)
    return [
      {
        key: 'name',
        header: workerMessages.name,
        width: '23%',
        primary: true,
        fixed: true,
        render: ({ id, name, type }) => (
          <>
            <NameLink to={paths.worker(id)} name={name} />
            <Box textStyle="mono" fontWeight="normal" color="ink.3" truncate title={type}>
              {type}
            </Box>
          </>
        ),
      },
      {
        key: 'pollers',
        header: workerMessages.pollers,
        width: '19%',
        card: 'line',
        render: (row) => <PollersOfQueues queues={queuesOf(row)} />,
      },
      {
        key: 'tasksNow',
        header: workerMessages.tasksNow,
        width: '13%',
        card: 'end',
        render: (row) => <TasksNow queues={queuesOf(row)} />,
      },
      {
        key: 'failing',
        header: failuresOfTypeMessages.column,
        fixed: true,
        card: 'line',
        render: ({ type }) => <FailingText failures={failures.get(type)} />,
      },
    ]
  }, [queues, failures])
  const rows = useMemo(
    () => data?.workers.rows.filter((worker) => worker.teamId === teamId) ?? [],
    [data, teamId],
  )
  const list = useWholeList(rows, { textOf: ({ name, type }) => `${name} ${type}`, what: texts.workers })
  if (!isTold || error) return null
  return (
    <Panel title={texts.workers} padded={false} aside={list.find ?? undefined}>
      <DataTable
        label={texts.workers}
        framed={false}
        columns={columns}
        rows={list.shown}
        footer={list.pages}
        rowId={({ id }) => id}
        loading={!data}
        skeletons={2}
        empty={
          list.noMatch ?? (
            <Box p="3.5" color="ink.2">
              {texts.noWorkers}
            </Box>
          )
        }
      />
    </Panel>
  )
}
