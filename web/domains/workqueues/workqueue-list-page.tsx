import { Box } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { workqueueMessages, workqueueRowMessages } from '#shared/domains/workqueues/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { useFeature } from '#web/lib/features.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { rememberListQuery } from '#web/lib/list-address.ts'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { ConfigurableTable } from '#web/ui/table/configurable-table.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { NewRowsPill } from '#web/ui/table/new-rows-pill.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { RunChildren } from './list/run-children.tsx'
import { useNewRows } from './list/use-new-rows.ts'
import { useWorkqueueColumns } from './list/workqueue-columns.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import {
  formatWorkqueueListParams,
  useWorkqueueListParams,
  useReceiptAddress,
} from './list/workqueue-list-params.ts'
import { EmptyWorkqueueList, RunNewButton } from './list/list-states.tsx'
import { useBulkSupport } from './mutations.ts'
import { ReceiptDialog } from './list/receipt-dialog.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { ListOrGrid } from './list/list-or-grid.tsx'
import { useWorkqueueList, type WorkqueueList } from './list/use-workqueue-list.ts'

/** The workqueues of an app: filtered, paged, live, with actions on selected rows. */
export function WorkqueueListPage() {
  const app = useApp()
  const [query, change] = useWorkqueueListParams()
  const list = useWorkqueueList(app.id, query)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  // Only listed rows can be cancelled: a row that has left the page is not cancelled unseen.
  const selected = list.rows.filter((row) => selectedIds.has(row.id))
  const filters = formatWorkqueueListParams({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE })
  // All rows that match these filters are selected; another filter or a change by hand ends that.
  const [allOf, setAllOf] = useState<string | null>(null)
  // Actions on all that match have no filter by parent.
  const manyRows = useBulkSupport() && query.parent === null
  const all = manyRows && allOf === filters && list.rows.length > 0
  const address = formatWorkqueueListParams(query)
  useEffect(() => rememberListQuery(app.id, address), [app.id, address])
  const [receipt, showReceipt] = useReceiptAddress(query)
  const columns = useWorkqueueColumns(list.rows)
  const foldsChildren = useFeature('attempts') && !query.flat
  const newRows = useNewRows(list.variables, all || selected.length > 0, list.reread)
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
        badge={
          <LiveMark
            listening={list.listening}
            hint={pausedHint(list)}
            failing={list.failing}
            readAt={list.failing ? (list.readAt ?? undefined) : undefined}
            onReadAgain={list.reread}
          />
        }
        actions={<RunNewButton appId={app.id} />}
      />
      <FilterBar
        query={query}
        onChange={change}
        end={
          !all && selected.length === 0 ? (
            <ListOrGrid appId={app.id} current="list" />
          ) : (
            <SelectionBar
              appId={app.id}
              query={query}
              rows={selected}
              total={list.total}
              all={all}
              offerAll={
                manyRows && !all && selected.length === list.rows.length && list.total > list.rows.length
              }
              onAll={(next) => (next ? setAllOf(filters) : select(new Set()))}
              onCancelled={afterCancel}
              onReceipt={afterBulk}
            />
          )
        }
      />
      <Box {...newRows.touches}>
        <NewRowsPill
          count={newRows.waiting}
          label={workqueueRowMessages.showNewRows(newRows.waiting)}
          onShow={showNewRows}
        />
        <ConfigurableTable
          label="Workqueues"
          columns={columns}
          steady
          rows={list.rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.name}
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
          selection={{
            selected: all ? new Set(list.rows.map((row) => row.id)) : selectedIds,
            onChange: select,
          }}
          renderDetail={(row) =>
            foldsChildren && row.children?.total ? (
              <RunChildren row={row} familyEvents={list.familyEvents} />
            ) : null
          }
          footer={<Pagination {...query} total={list.total} onChange={change} />}
        />
      </Box>
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
