import { Box, Flex } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PollingState } from '#shared/domains/queues/need.ts'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { useRereadOnReturn } from '#web/realtime/use-reread-on-return.ts'
import { paths } from '#web/paths.ts'
import { MarkedName } from '#web/ui/display/need-mark.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { useNeededPage } from '#web/ui/table/needed-list.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { newWorker, NoWorkers } from './new-worker.tsx'
import { workerListQuery } from './operations.ts'
import { usePolling } from './polling-columns.tsx'
import { workerViews } from './worker-list-params.ts'

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
  {
    key: 'team',
    header: workerMessages.team,
    width: '22%',
    card: 'start',
    render: (worker) => worker.teamName,
  },
  {
    key: 'type',
    header: workerMessages.task,
    card: 'first',
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
    card: 'head',
    sortable: 'ascending',
    width: '14%',
    // A worker stays active however its queues stand, so that this is no sign of it.
    render: ({ status }) =>
      status === 'active' ? (
        <Box as="span" color="ink.3">
          {status}
        </Box>
      ) : (
        status && <StatusBadge status={status} />
      ),
  },
]

/** The columns of the list, their names behind marks, then who polls, for which the names leave room. */
function withPolling(
  polling: Column<WorkerRow>[],
  stateOf: (row: WorkerRow) => PollingState | undefined,
): Column<WorkerRow>[] {
  if (polling.length === 0) return columns
  const narrower = columns.map((column): Column<WorkerRow> => ({
    ...column,
    ...(widths[column.key] && { width: widths[column.key]! }),
    ...(column.primary && {
      render: (row) => <MarkedName state={stateOf(row)}>{column.render(row)}</MarkedName>,
    }),
  }))
  return [...narrower, ...polling]
}

const widths: Record<string, string> = { name: '20%', team: '14%', status: '10%' }

/** The workers, paged, optionally with deleted ones; a click on a row opens the worker. */
export function WorkerListPage() {
  const [query, change] = useQueryState(workerViews.parse, workerViews.format)
  const navigate = useNavigate()
  const views = useViewedList(workerViews, query, workerMessages.title)
  const { view: _view, need, ...variables } = query
  const read = useLastRead(workerListQuery, variables)
  const failing = read.error !== undefined
  useRereadOnReturn({ readAt: read.readAt, failing, reread: read.rereadInBackground })
  const list = useListSearch('worker', query, change, { need }, () => change({ need: false, page: 1 }))
  const queues = useQueues()
  const polling = usePolling<WorkerRow>(queues)
  const { columns: pollingColumns, stateOf } = polling
  const shown = useMemo(() => withPolling(pollingColumns, stateOf), [pollingColumns, stateOf])
  const needed = useNeededPage({
    query: workerListQuery,
    variables,
    read,
    pageOf: ({ workers }) => workers,
    ...polling,
    noun: 'worker',
    isOn: need,
    onChange: change,
  })
  const { page, touches } = needed
  const isRead = page !== undefined && (need || read.current)
  return (
    <>
      <PageHead
        crumbs={[]}
        title={workerMessages.title}
        badge={
          <ReadTime
            readAt={queues.staleSince ?? read.readAt}
            failing={failing || queues.failing}
            onReadAgain={() => {
              read.reread()
              if (queues.failing) queues.reread()
            }}
          />
        }
        actions={
          <CreateAnother read={read} total={read.data?.workers.total} offered={list.noMatch !== null}>
            {newWorker}
          </CreateAnother>
        }
      />
      <ListViews
        list={workerViews}
        shown={views}
        total={read.current ? read.data?.workers.total : undefined}
      />
      <Flex mb="3" minH="8" align="center" columnGap="4" rowGap="2" wrap="wrap">
        {list.field}
        {queues.isOffered && needed.button}
        <Switch
          label={workerMessages.showDeleted}
          checked={query.showDeleted}
          onChange={(showDeleted) => change({ showDeleted, page: 1 })}
        />
      </Flex>
      <StoppedClock value={queues.staleSince}>
        <Box {...touches}>
          <PagedTable
            label={workerMessages.title}
            columns={shown}
            layout={views.layout}
            read={{ ...read, current: isRead }}
            page={page}
            rowId={(worker) => worker.id}
            rowLabel={(worker) => worker.name}
            copyOf={copied.worker}
            onRowClick={(worker) => void navigate(paths.worker(worker.id))}
            failed={workerMessages.loadListFailed}
            empty={
              (need && query.search === '' && needed.none) ||
              list.noMatch || (
                <NoWorkers
                  withDeleted={query.showDeleted}
                  onShowDeleted={() => change({ showDeleted: true, page: 1 })}
                />
              )
            }
            paging={query}
            onPage={change}
          />
        </Box>
      </StoppedClock>
    </>
  )
}
