import { Box, Button, chakra, Spinner } from '@chakra-ui/react'
import { Layers } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { BACKLOG_REFRESH_MS } from '#shared/domains/backlog/rules.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { ReadMark } from '#web/realtime/live-mark.tsx'
import { useLive } from '#web/realtime/use-live.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { BacklogControls } from './backlog-controls.tsx'
import { backlogColumns } from './backlog-columns.tsx'
import { backlogQuery, backlogSubscription } from './operations.ts'
import { sortBacklog } from './sort-backlog.ts'
import { useBacklogParams } from './backlog-params.ts'
import { useSearch } from './use-search.ts'
import { type BacklogReads, useStaleSince } from './use-stale-since.ts'

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
            <BacklogMark {...backlog.reads} />
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

/** Whether the counters are read, or since when they could not be. */
function BacklogMark(reads: BacklogReads) {
  const staleSince = useStaleSince(reads)
  const hint = staleSince === null ? undefined : texts.stale
  return (
    <ReadMark listening={reads.visible} staleSince={staleSince} hint={reads.visible ? hint : texts.hidden} />
  )
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

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the tab is visible. */
const useVisible = () =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')

const noVariables = {}

/**
 * The backlog, read every five seconds and updated by live events in between. Both pause while the tab is
 * hidden.
 */
function useBacklog() {
  const visible = useVisible()
  const { data, error, failure, reading, reread, rereadInBackground } = useLastRead(backlogQuery, noVariables)
  const read = useEffectEvent(rereadInBackground)
  useEffect(() => {
    if (!visible) return
    const timer = setInterval(read, BACKLOG_REFRESH_MS)
    return () => clearInterval(timer)
  }, [visible])
  useLive({ query: backlogSubscription, variables: noVariables, pause: !visible, reread: rereadInBackground })
  const reads = { isRead: data !== undefined && !reading && !error, failing: error !== undefined, visible }
  return { rows: data?.backlog, error, failure, reading, reads, reread }
}
