import { Button } from '@chakra-ui/react'
import { CircleCheck, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { failureListColumns, type FailureRow } from './list/failure-columns.tsx'
import { FailureCount, FailureListFilters } from './list/failure-filters.tsx'
import {
  anyFailure,
  failureFilterVariables,
  failureViews,
  isFailureListFiltered,
  plainView,
  type FailureListParams,
} from './list/failure-list-params.ts'
import { failureChoicesQuery, failureListQuery } from './operations.ts'
import { MoveToAliasDialog } from './move-to-alias-dialog.tsx'
import { RestartDialog } from './restart-dialog.tsx'
import { useHeldRestart } from './use-held-restart.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'

/** From these widths on, in pixels, the alias on the button and the trend have room beside whole titles. */
const [ALIAS_PX, TREND_PX] = [1400, 1600]

const emptyWords = {
  open: { title: texts.noneOpen },
  muted: { title: texts.noneMuted, description: texts.mutedText },
  other: { title: texts.noMatch },
}

/** The failures of the account; at first those that are open, also again. */
export function FailureListPage() {
  const [query, change] = useQueryState(failureViews.parse, failureViews.format)
  const navigate = useNavigate()
  const views = useViewedList(failureViews, query, texts.title)
  const read = useLastRead(failureListQuery, variablesOf(query))
  const { readAt, failing } = useRegularReread([read])
  const { restart, held } = useHeldRestart({
    onHeld: read.rereadInBackground,
    onChanged: read.rereadInBackground,
  })
  const [asked, setAsked] = useState<Pick<FailureRow, 'id' | 'title' | 'suggestedAlias'> | null>(null)
  const close = () => setAsked(null)
  const isPhone = useNarrowerThan(PHONE_PX)
  const hasAlias = !useNarrowerThan(ALIAS_PX)
  const hasTrend = !useNarrowerThan(TREND_PX)
  const [{ data: choices }] = useQuery({ query: failureChoicesQuery })
  const apps = useMemo(() => new Map(choices?.apps.map(({ id, name }) => [id, name])), [choices])
  const columns = useMemo(
    () =>
      failureListColumns({
        isPhone,
        hasAlias,
        hasTrend,
        apps,
        onRestart: setAsked,
        isHeld: (id) => held.has(id),
      }),
    [isPhone, hasAlias, hasTrend, held, apps],
  )
  const filter = (next: Partial<FailureListParams>) => change({ page: 1, ...next })
  const { state, app, type, search } = query
  const filters = {
    state: state.map((each) => texts.states[each] ?? each),
    app: app === null ? [] : [apps.get(app) ?? app],
    type: type === null ? [] : [type],
  }
  const list = useListSearch('failure', query, change, filters, () => filter({ ...anyFailure, search }))
  return (
    <>
      <PageHead
        crumbs={[
          { label: texts.dashboard, to: paths.dashboard() },
          { label: texts.attention, to: paths.attention() },
          { label: texts.title },
        ]}
        title={texts.title}
        badge={<ReadTime readAt={readAt} failing={failing} onReadAgain={read.reread} />}
      />
      <ListViews
        list={failureViews}
        shown={views}
        total={read.current ? (read.data?.failures.total ?? undefined) : undefined}
        countOf={(view, shown) => <FailureCount view={view} shown={shown} />}
      />
      <FailureListFilters query={query} search={list.field} onChange={filter} />
      <PagedTable
        label={texts.title}
        columns={columns}
        layout={views.layout}
        steady
        read={read}
        page={read.data?.failures}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        copyOf={copied.failure}
        onRowClick={({ id }) => void navigate(paths.failure(id))}
        failed={texts.loadListFailed}
        quiet
        empty={
          list.noMatch ??
          (isFailureListFiltered(query) ? (
            <EmptyState
              icon={<SearchX size={20} />}
              {...emptyWords[plainView(query) ?? 'other']}
              action={<Button onClick={() => filter(anyFailure)}>{texts.anyFailure}</Button>}
            />
          ) : (
            <EmptyState icon={<CircleCheck size={20} />} title={texts.empty} description={texts.emptyText} />
          ))
        }
        paging={query}
        onPage={change}
      />
      {asked && !asked.suggestedAlias && (
        <RestartDialog failureId={asked.id} title={asked.title} onRestart={restart} onClose={close} />
      )}
      {asked?.suggestedAlias && (
        <MoveToAliasDialog work={{ failureId: asked.id }} onMove={restart} onClose={close} />
      )}
    </>
  )
}

function variablesOf(query: FailureListParams) {
  const { page, perPage, sort } = query
  return { ...failureFilterVariables(query), page, perPage, ...(sort && { sort }) }
}
