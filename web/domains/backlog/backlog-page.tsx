import { Box, Button, chakra, Skeleton, Spinner } from '@chakra-ui/react'
import { Layers } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ConfigurableTable } from '#web/ui/table/configurable-table.tsx'
import { BacklogControls } from './backlog-controls.tsx'
import { backlogColumns } from './backlog-columns.tsx'
import { BacklogMark, CountersClock, QueuesClock, QueuesStaleSince } from './clocks.tsx'
import { type BacklogParams, backlogViews, useBacklogParams } from './backlog-params.ts'
import { QueueOverview } from './queue/overview.tsx'
import { QueueMovesProvider } from './queue/queue-moves.tsx'
import { QueueNote } from './queue/queue-note.tsx'
import { appsOf, queueAddress } from './queue/queue-rows.ts'
import { useQueueColumns, useToggleRow } from './queue/use-queue-columns.ts'
import { useQueueRows } from './queue/use-queue-rows.ts'
import { sortBacklog, type BacklogListRow } from './sort-backlog.ts'
import { useBacklog } from './use-backlog.ts'
import { useSearch } from './use-search.ts'

// Loaded when the first row is opened.
const OpenQueue = lazy(async () => ({
  default: (await loadPart(() => import('./queue/open-queue.tsx'))).OpenQueue,
}))

/** Rows rendered at first; a button renders as many more. */
const STEP = 200

/** The dashboard: queued and started tasks by task type and alias, live; with the queues that the platform tells. */
export function BacklogPage() {
  const [query, change] = useBacklogParams()
  const [linked] = useState(query.open)
  const backlog = useBacklog()
  const queues = useQueueRows(backlog.rows, query)
  const { rows: found, fault } = useSearch(queues.rows, query.search)
  const views = useViewedList(backlogViews, query, texts.title)
  const apps = useMemo(() => appsOf(queues.all), [queues.all])
  const [limit, setLimit] = useState(STEP)
  const rows = useMemo(() => sortBacklog(found ?? [], query.sort), [found, query.sort])
  useFailToast(texts.loadFailed, backlog.error)
  const toggleRow = useToggleRow()
  const columns = useQueueColumns(query, toggleRow)
  // Of a platform that tells its queues the rows have more columns: they are shown once both are read.
  const { isPending } = queues
  const opened = queues.isKnown ? rows.findIndex((row) => queueAddress(row) === query.open) : -1
  const shown = Math.max(limit, opened + 1)
  const left = rows.length - shown
  const reread = () => {
    backlog.reread()
    queues.read.reread()
  }
  return (
    <QueueMovesProvider queues={queues.read.queues} onMoved={reread}>
      <CountersClock reads={backlog.reads}>
        <QueuesStaleSince value={queues.read.staleSince}>
          <PageHead
            crumbs={[]}
            title={texts.title}
            badge={
              <>
                <BacklogMark reads={backlog.reads} onReadAgain={reread} />
                <QueuesClock>
                  <QueueOverview rows={queues.counted} read={queues.read} isStale={backlog.reads.failing} />
                </QueuesClock>
                <ReadingMark reading={backlog.reading} />
              </>
            }
            actions={
              <BacklogControls
                query={query}
                onChange={change}
                fault={fault}
                withQueues={queues.isKnown}
                apps={apps}
              />
            }
          />
          <ListViews list={backlogViews} shown={views} total={found?.length} />
          <ConfigurableTable
            label={texts.title}
            columns={queues.read.isOffered ? columns : backlogColumns}
            layout={views.layout}
            steady={queues.read.isOffered}
            dense={queues.read.isOffered}
            rows={isPending ? [] : rows.slice(0, shown)}
            rowId={({ id }) => id}
            rowLabel={({ type, alias }) => `${type} ${alias}`}
            copyOf={queues.isKnown ? copied.queue : undefined}
            loading={(!backlog.rows || isPending) && !backlog.failure}
            failed={
              backlog.failure && (
                <FailedState message={failText(texts.loadFailed, backlog.failure)} onRetry={backlog.reread} />
              )
            }
            empty={<NoRows query={query} onChange={change} hasRows={queues.all.length > 0} />}
            sort={query.sort}
            onSort={(sort) => change({ sort })}
            {...(queues.isKnown
              ? {
                  onRowClick: toggleRow,
                  renderDetail: (row: BacklogListRow) =>
                    queueAddress(row) === query.open ? (
                      <Suspense fallback={<Skeleton m="3" mt="0" height="200px" />}>
                        <OpenQueue row={row} linked={linked === query.open} />
                      </Suspense>
                    ) : null,
                }
              : {})}
            footer={
              left > 0 && (
                <Button variant="ghost" size="sm" onClick={() => setLimit(shown + STEP)}>
                  {pageMessages.showMore(Math.min(STEP, left))}
                </Button>
              )
            }
          />
          {queues.isKnown && <QueueNote hidden={queues.hidden} onShow={() => change({ quiet: true })} />}
        </QueuesStaleSince>
      </CountersClock>
    </QueueMovesProvider>
  )
}

/** In place of the rows: nothing matches, nothing waits, or there are no tasks at all. */
function NoRows({
  query,
  onChange,
  hasRows,
}: {
  query: BacklogParams
  onChange(change: Partial<BacklogParams>): void
  hasRows: boolean
}) {
  if (hasRows && query.search !== '')
    return (
      <EmptyState
        title={texts.noMatchTitle}
        description={
          <Box as="span" textStyle="mono">
            {query.search}
          </Box>
        }
        action={<Button onClick={() => onChange({ search: '' })}>{texts.clearSearch}</Button>}
      />
    )
  if (hasRows && query.waits)
    return (
      <EmptyState
        icon={<Layers size={20} />}
        title={texts.emptyTitle}
        description={texts.nothingWaitsText}
        action={<Button onClick={() => onChange({ waits: false })}>{texts.showAll}</Button>}
      />
    )
  if (hasRows && query.app !== null)
    return (
      <EmptyState
        icon={<Layers size={20} />}
        title={texts.emptyTitle}
        description={texts.noneOfApp}
        action={<Button onClick={() => onChange({ app: null })}>{texts.showAll}</Button>}
      />
    )
  return <EmptyState icon={<Layers size={20} />} title={texts.emptyTitle} description={texts.emptyText} />
}

/** Spins while the counters are read again. It keeps its space when hidden, so that nothing moves. */
function ReadingMark({ reading }: { reading: boolean }) {
  return (
    <chakra.span
      aria-hidden
      color="ink.3"
      lineHeight="0"
      data-reading={reading}
      opacity={reading ? 1 : 0}
      transition="opacity 200ms"
    >
      <Spinner boxSize="12px" borderWidth="1.5px" />
    </chakra.span>
  )
}
