import { Box, Button } from '@chakra-ui/react'
import { Layers } from 'lucide-react'
import { useMemo, useState } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { BacklogControls } from './backlog-controls.tsx'
import { useBacklogParams } from './use-backlog-query.ts'
import { backlogColumns } from './columns.tsx'
import { sortBacklog } from './order.ts'
import { ReadingMark } from './reading-mark.tsx'
import { useBacklog } from './use-backlog.ts'
import { useSearch } from './use-search.ts'

/** Rows rendered at first; a button renders as many more. */
const STEP = 200

/** The dashboard: queued and started tasks by task type and alias, live. */
export function BacklogPage() {
  const [query, change] = useBacklogParams()
  const backlog = useBacklog()
  const { rows: found, fault } = useSearch(backlog.rows, query.search)
  const [limit, setLimit] = useState(STEP)
  const rows = useMemo(() => sortBacklog(found ?? [], query.sort), [found, query.sort])
  useFailToast(texts.loadFailed, backlog.error)
  const left = rows.length - limit
  return (
    <>
      <PageHead
        crumbs={[]}
        title={texts.title}
        badge={
          <>
            <LiveMark listening={backlog.listening} hint={backlog.listening ? undefined : texts.hidden} />
            <ReadingMark reading={backlog.reading} />
          </>
        }
        actions={<BacklogControls query={query} onChange={change} fault={fault} />}
      />
      <DataTable
        label={texts.title}
        columns={backlogColumns}
        rows={rows.slice(0, limit)}
        rowId={({ id }) => id}
        loading={!backlog.rows && !backlog.failure}
        failed={
          backlog.failure && (
            <FailedState message={failText(texts.loadFailed, backlog.failure)} onRetry={backlog.reread} />
          )
        }
        empty={
          backlog.rows && backlog.rows.length > 0 ? (
            <EmptyState
              title={texts.noMatchTitle}
              description={
                <Box as="span" textStyle="mono">
                  {query.search}
                </Box>
              }
              action={<Button onClick={() => change({ search: '' })}>{texts.clearSearch}</Button>}
            />
          ) : (
            <EmptyState icon={<Layers size={20} />} title={texts.emptyTitle} description={texts.emptyText} />
          )
        }
        sort={query.sort}
        onSort={(sort) => change({ sort })}
        footer={
          left > 0 && (
            <Button variant="ghost" size="sm" onClick={() => setLimit(limit + STEP)}>
              {texts.showMore(Math.min(STEP, left))}
            </Button>
          )
        }
      />
    </>
  )
}
