import { Box, Button } from '@chakra-ui/react'
import { History, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { activityQuery } from '#web/lib/activity-operations.ts'
import { useQueryState, wordsOf } from '#web/lib/query-string.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import type { Viewed } from '#web/domains/views/viewed-list.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { lineKey } from '#web/ui/activity/activity-fold.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime, RefreshButton } from '#web/ui/page/read-time.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { activityColumns, copiedAct } from './activity-columns.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import {
  activityVariables,
  activityViews,
  anyActivity,
  isActivityFiltered,
  type ActivityParams,
} from './activity-params.ts'

const ReceiptDialog = lazyPart(
  async () => (await import('#web/ui/activity/receipt-dialog.tsx')).ReceiptDialog,
  () => null,
)

/** Beside an open fold the time and the actor stay with its first line. */
const openAtTop = { '& tr:has([aria-expanded=true]) > td': { verticalAlign: 'top !important' } }

/** Who did what to which entity, newest first. */
export function ActivityPage() {
  const [query, change] = useQueryState(activityViews.parse, activityViews.format)
  const views = useViewedList(activityViews, query, texts.title)
  const [receipt, receiptAddress, closeReceipt] = useReceipt(query)
  const minute = useOfNow(10_000, (now) => Math.floor(now / 60_000) * 60_000)
  const read = useLastRead(activityQuery, activityVariables(query, minute))
  const { readAt, failing } = useRegularReread([read])
  const { within, part, refused } = query
  const isPhone = useNarrowerThan(PHONE_PX)
  const entities = query.entity.join(',')
  const columns = useMemo(() => {
    const filters = { entity: wordsOf(entities), within, part, refused: refused || null }
    return activityColumns({ toReceipt: receiptAddress, filters, isPhone })
  }, [receiptAddress, entities, within, part, refused, isPhone])
  const filtered = isActivityFiltered(query)
  const of = [query.within, ...query.entity]
  const named = read.data?.audit.rows.find(({ entity, about }) => about && of.includes(entity))
  return (
    <>
      <PageHead
        crumbs={[{ label: texts.dashboard, to: paths.dashboard() }, { label: texts.title }]}
        title={texts.title}
        badge={<ReadTime readAt={readAt} failing={failing} regular />}
        actions={<RefreshButton reading={read.reading} onClick={read.reread} />}
      />
      <ListViews
        list={activityViews}
        shown={views}
        total={read.current ? read.data?.audit.total : undefined}
      />
      <ActivityFilters query={query} change={change} of={named?.about?.name ?? null} />
      <Box css={openAtTop}>
        <PagedTable
          label={texts.title}
          columns={columns}
          layout={views.layout}
          steady
          read={read}
          page={read.data?.audit}
          rowId={lineKey}
          copyOf={copiedAct}
          failed={texts.loadFailed}
          quiet
          empty={
            filtered ? (
              <EmptyState
                icon={<SearchX size={20} />}
                title={texts.noMatch}
                action={<Button onClick={() => change({ page: 1, ...anyActivity })}>{texts.clear}</Button>}
              />
            ) : (
              <EmptyState icon={<History size={20} />} title={texts.empty} description={texts.emptyText} />
            )
          }
          unit={texts.lines}
          paging={query}
          onPage={change}
        />
      </Box>
      {receipt !== null && <ReceiptDialog key={receipt} id={receipt} onClose={closeReceipt} />}
    </>
  )
}

/** The receipt in the address, null for none; the address with another one, and what leaves it. */
function useReceipt(query: Viewed<ActivityParams>) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const plain = activityViews.format(query)
  const address = useMemo(
    () => (id: string) =>
      paths.activity(`${plain === '' ? '?' : `${plain}&`}receipt=${encodeURIComponent(id)}`),
    [plain],
  )
  return [
    new URLSearchParams(search).get('receipt'),
    address,
    () => void navigate({ search: plain }),
  ] as const
}
