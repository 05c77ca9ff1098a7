import { useState } from 'react'
import { workqueueMessages } from '../../../shared/domains/workqueues/messages.ts'
import { useApp } from '../../lib/current-app.tsx'
import { paths } from '../../paths.ts'
import { LiveMark } from '../../realtime/live-mark.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { failText } from '../../ui/fail-text.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { CancelSelected } from './list/cancel-selected.tsx'
import { columns } from './list/columns.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import { EmptyList, RunNewButton } from './list/list-states.tsx'
import { useListQuery } from './list/use-list-query.ts'
import { useWorkqueueList, type WorkqueueList } from './list/use-workqueue-list.ts'

/** The workqueues of an app: filtered, paged, live, and cancelled from here (spec section 2). */
export function WorkqueueListPage() {
  const app = useApp()
  const [query, change] = useListQuery()
  const list = useWorkqueueList(app.id, query)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Only what is listed can be cancelled: a row that has left the page is not cancelled unseen.
  const selected = list.rows.filter((row) => chosen.has(row.id))
  const afterCancel = (cancelled: string[]) => {
    setChosen(new Set([...chosen].filter((id) => !cancelled.includes(id))))
    list.reread()
  }
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Apps', to: paths.apps() }, { label: app.name }]}
        title="Workqueues"
        actions={<RunNewButton appId={app.id} />}
      />
      <FilterBar
        query={query}
        onChange={change}
        end={selected.length > 0 && <CancelSelected rows={selected} onDone={afterCancel} />}
      >
        <LiveMark listening={list.listening} hint={pausedHint(list)} />
      </FilterBar>
      <DataTable
        label="Workqueues"
        columns={columns}
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
        empty={<EmptyList appId={app.id} query={query} total={list.total} onChange={change} />}
        selection={{ selected: chosen, onChange: setChosen }}
        footer={<Pagination {...query} total={list.total} onChange={change} />}
      />
    </>
  )
}

function pausedHint({ listening, idle }: WorkqueueList): string | undefined {
  if (listening) return undefined
  return idle ? 'Off while you are away' : 'Nothing on this page can change any more'
}
