import { Box } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { workqueueMessages, workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { ViewTabs } from '#web/domains/views/view-tabs.tsx'
import { useFeature } from '#web/lib/features.ts'
import { lastQuery } from '#web/lib/last-query.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { formatSort, parseSort, type SortOrder } from '#web/lib/paging.ts'
import { useRights } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { useLostAt } from '#web/realtime/live-status.ts'
import { ConfigurableTable } from '#web/ui/table/configurable-table.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead, useSurroundingActions } from '#web/ui/page/page-head.tsx'
import { arranged } from '#web/ui/table/layout.ts'
import { NewRowsPill } from '#web/ui/table/new-rows-pill.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { useStoredLayout } from '#web/ui/table/stored-layout.ts'
import { RunChildren } from './list/run-children.tsx'
import { useNewRows } from './list/use-new-rows.ts'
import { useWorkqueueColumns } from './list/workqueue-columns.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import {
  formatWorkqueueListParams,
  useWorkqueueListParams,
  useReceiptAddress,
  listSortKeys,
} from './list/workqueue-list-params.ts'
import { EmptyWorkqueueList, RunNewButton } from './list/list-states.tsx'
import { useBulkSupport } from './mutations.ts'
import { ListMenu } from './list/list-menu.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useListViews, RunViewCount, viewAddress, VIEW_SCREEN } from './list/use-list-views.tsx'
import { gridQueryOf } from './list/list-and-grid.ts'
import { ListOrGrid } from './list/list-or-grid.tsx'
import { useWorkqueueList, type WorkqueueList } from './list/use-workqueue-list.ts'

const ReceiptDialog = lazyPart(
  async () => (await import('#web/ui/activity/receipt-dialog.tsx')).ReceiptDialog,
  () => null,
)

const LABEL = 'Workqueues'
const newestFirst: SortOrder = { key: 'created', descending: true }
const isNewestFirst = ({ key, descending }: SortOrder) => key === newestFirst.key && descending

/** The workqueues of an app: filtered, paged, live, with actions on selected rows. */
export function WorkqueueListPage() {
  const app = useApp()
  const [query, change] = useWorkqueueListParams()
  const list = useWorkqueueList(app.id, query)
  const { mayChange } = useRights()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  // Only listed rows can be cancelled: a row that has left the page is not cancelled unseen.
  const selected = list.rows.filter((row) => selectedIds.has(row.id))
  const filters = formatWorkqueueListParams({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE })
  // All rows that match these filters are selected; another filter or a change by hand ends that.
  const [allOf, setAllOf] = useState<string | null>(null)
  // Actions on all that match have no filter by parent, by a search or by what is stuck.
  const manyRows = useBulkSupport() && query.parent === null && query.search === '' && !query.stuck
  const all = manyRows && allOf === filters && list.rows.length > 0
  const hasSelection = all || selected.length > 0
  const hasViews = useFeature('views')
  const { views, current, text } = useListViews(query)
  const layout = useStoredLayout(current.saved ? `${LABEL}.${current.key}` : LABEL, current.layout)
  const navigate = useNavigate()
  const isPhone = useNarrowerThan(PHONE_PX)
  const surrounding = useSurroundingActions()
  const lostAt = useLostAt()
  const [receipt, showReceipt] = useReceiptAddress(query)
  const columns = useWorkqueueColumns(list.rows, query.search, list.failing)
  const foldsChildren = useFeature('attempts') && !query.flat
  const newRows = useNewRows(list.variables, {
    selected: hasSelection,
    stale: list.failing,
    reread: list.reread,
  })
  const showNewRows = () => {
    newRows.enter()
    window.scrollTo({ top: 0 })
  }
  const select = (next: ReadonlySet<string>) => {
    setSelectedIds(next)
    setAllOf(null)
  }
  const afterCancel = (cancelled: string[]) => {
    select(new Set([...selectedIds].filter((id) => !cancelled.includes(id))))
    newRows.enter()
  }
  const afterBulk = (id: string | null) => {
    select(new Set())
    newRows.enter()
    if (id !== null) showReceipt(id)
  }
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Apps', to: paths.apps() }, { label: app.name }]}
        title="Workqueues"
        // Title and actions share one line there; what belongs to the app is in the menu.
        placesAll={isPhone}
        minTitle="120px"
        badge={
          <LiveMark
            listening={list.listening}
            hint={pausedHint(list)}
            failing={list.failing}
            readAt={list.failing ? (list.readAt ?? undefined) : undefined}
            onReadAgain={list.reread}
          />
        }
        actions={
          <>
            <ListMenu
              variables={list.variables}
              columns={arranged(columns, layout[0]).map(({ key }) => key)}
              total={list.total}
              more={list.more}
              actions={isPhone ? surrounding : []}
            />
            <RunNewButton appId={app.id} />
          </>
        }
      />
      {hasViews && (
        <ViewTabs
          screen={VIEW_SCREEN}
          views={views}
          current={current}
          query={text}
          layout={layout}
          hrefOf={viewAddress}
          countOf={(view) => (
            <RunViewCount
              appId={app.id}
              view={view}
              shown={view.key === current.key && view.query === text && list.isCurrent ? list : undefined}
            />
          )}
          onOpen={(view) => void navigate({ search: viewAddress(view) })}
        />
      )}
      <FilterBar
        appId={app.id}
        query={query}
        shownTags={useMemo(() => list.rows.flatMap(({ tags }) => tags), [list.rows])}
        onChange={change}
        end={
          <ListOrGrid
            appId={app.id}
            current="list"
            queries={{
              list: formatWorkqueueListParams(query),
              grid: gridQueryOf(query, list.isCurrent ? list.rows : [], lastQuery(paths.grid(app.id))),
            }}
          />
        }
      />
      <StoppedClock value={list.failing ? list.readAt : lostAt}>
        <Box data-run-list {...newRows.touches}>
          <NewRowsPill
            count={newRows.waiting}
            label={workqueueRowMessages.showNewRows(newRows.waiting)}
            onShow={showNewRows}
          />
          <ConfigurableTable
            label={LABEL}
            columns={columns}
            layout={layout}
            sort={parseSort(query.sort, listSortKeys) ?? newestFirst}
            onSort={(sort) => change({ sort: isNewestFirst(sort) ? undefined : formatSort(sort) })}
            steady
            dense
            rows={list.rows}
            rowId={(row) => row.id}
            rowLabel={(row) => row.name}
            copyOf={copied.run}
            onRowClick={({ id }) => void navigate(paths.workqueue(app.id, id))}
            loading={list.loading}
            failed={
              list.failure && (
                <FailedState
                  message={failText(workqueueMessages.loadListFailed, list.failure)}
                  onRetry={list.reread}
                />
              )
            }
            empty={<EmptyWorkqueueList appId={app.id} query={query} total={list.total} onChange={change} />}
            selection={
              mayChange
                ? { selected: all ? new Set(list.rows.map((row) => row.id)) : selectedIds, onChange: select }
                : undefined
            }
            renderDetail={(row) =>
              foldsChildren && row.children?.total ? (
                <RunChildren row={row} familyEvents={list.familyEvents} />
              ) : null
            }
            footer={<Pagination {...query} total={list.total} more={list.more} onChange={change} />}
          />
        </Box>
      </StoppedClock>
      {hasSelection && (
        <SelectionBar
          appId={app.id}
          query={query}
          rows={selected}
          total={list.total}
          all={all}
          offerAll={manyRows && !all && selected.length === list.rows.length && list.total > list.rows.length}
          onAll={(next) => (next ? setAllOf(filters) : select(new Set()))}
          onCancelled={afterCancel}
          onReceipt={afterBulk}
        />
      )}
      {receipt !== null && (
        <ReceiptDialog key={receipt} appId={app.id} id={receipt} onClose={() => showReceipt(null)} />
      )}
    </>
  )
}

function pausedHint({ listening, idle }: WorkqueueList): string | undefined {
  if (listening) return undefined
  return idle ? 'Off while you are away' : 'Nothing on this page can change any more'
}
