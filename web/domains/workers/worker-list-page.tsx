import { Box, Flex } from '@chakra-ui/react'
import { Cpu } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { useQueryState } from '#web/lib/use-query-state.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { formatWorkerList, parseWorkerList } from './list/list-query.ts'
import { NewWorkerButton } from './list/new-worker-button.tsx'
import { workerListQuery } from './operations.ts'

type WorkerRow = ResultOf<typeof workerListQuery>['workers']['rows'][number]

const columns: Column<WorkerRow>[] = [
  {
    key: 'name',
    header: workerMessages.name,
    width: '32%',
    primary: true,
    sortable: 'ascending',
    render: (worker) => (
      <TextLink to={paths.worker(worker.id)} color="ink">
        {worker.name}
      </TextLink>
    ),
  },
  { key: 'team', header: workerMessages.team, width: '22%', render: (worker) => worker.teamName },
  {
    key: 'type',
    header: workerMessages.task,
    sortable: 'ascending',
    render: (worker) => (
      <Box as="span" textStyle="mono" color="ink.2">
        {worker.type}
      </Box>
    ),
  },
  {
    key: 'status',
    header: workerMessages.status,
    sortable: 'ascending',
    width: '14%',
    render: (worker) => worker.status && <StatusBadge status={worker.status} />,
  },
]

/** Workers: one page of them, deleted ones on demand; a row leads to its worker. */
export function WorkerListPage() {
  const [query, change] = useQueryState(parseWorkerList, formatWorkerList)
  const navigate = useNavigate()
  const read = useLastRead(workerListQuery, query)
  return (
    <>
      <PageHead
        crumbs={[]}
        title={workerMessages.title}
        actions={offersAnother(read, read.data?.workers.total) && <NewWorkerButton />}
      />
      <Flex mb="3" minH="8" align="center">
        <Switch
          label={workerMessages.showDeleted}
          checked={query.showDeleted}
          onChange={(showDeleted) => change({ showDeleted, page: 1 })}
        />
      </Flex>
      <PagedTable
        label={workerMessages.title}
        columns={columns}
        read={read}
        page={read.data?.workers}
        rowId={(worker) => worker.id}
        onRowClick={(worker) => void navigate(paths.worker(worker.id))}
        failed={workerMessages.loadListFailed}
        empty={
          <EmptyState
            icon={<Cpu size={20} />}
            title={workerMessages.emptyTitle}
            description={workerMessages.emptyText}
            action={<NewWorkerButton />}
          />
        }
        paging={query}
        onPage={change}
      />
    </>
  )
}
