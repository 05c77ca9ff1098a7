import { Box, Flex } from '@chakra-ui/react'
import { Cpu } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatWorkerListParams, parseWorkerListParams } from './list/list-query.ts'
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

/** The workers, paged, optionally with deleted ones; a click on a row opens the worker. */
export function WorkerListPage() {
  const [query, change] = useQueryState(parseWorkerListParams, formatWorkerListParams)
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
