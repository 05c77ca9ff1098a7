import { Button } from '@chakra-ui/react'
import { CircleCheck, SearchX } from 'lucide-react'
import { failureStates } from '#shared/domains/failures/states.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { ReadTime } from '#web/domains/tasks/read-time.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { failureListColumns } from './list/failure-columns.tsx'
import { FailureListFilters } from './list/failure-filters.tsx'
import {
  anyFailure,
  formatFailureList,
  isFailureListFiltered,
  isFirstFailureList,
  parseFailureList,
  type FailureListParams,
} from './list/failure-list-params.ts'
import { failureListQuery } from './operations.ts'
import { useRegularReread } from './use-regular-reread.ts'

/** The failures of the account; at first those that are open, also again. */
export function FailureListPage() {
  const [query, change] = useQueryState(parseFailureList, formatFailureList)
  const read = useLastRead(failureListQuery, variablesOf(query))
  const { readAt, failing } = useRegularReread([read])
  const filter = (next: Partial<FailureListParams>) => change({ page: 1, ...next })
  return (
    <>
      <PageHead
        crumbs={[
          { label: texts.dashboard, to: paths.dashboard() },
          { label: texts.attention, to: paths.attention() },
          { label: texts.title },
        ]}
        title={texts.title}
        badge={<ReadTime readAt={readAt} failing={failing} />}
      />
      <FailureListFilters query={query} onChange={filter} />
      <PagedTable
        label={texts.title}
        columns={failureListColumns}
        steady
        read={read}
        page={read.data?.failures}
        rowId={({ id }) => id}
        failed={texts.loadListFailed}
        empty={
          isFailureListFiltered(query) ? (
            <EmptyState
              icon={<SearchX size={20} />}
              title={isFirstFailureList(query) ? texts.noneOpen : texts.noMatch}
              action={<Button onClick={() => filter(anyFailure)}>{texts.anyFailure}</Button>}
            />
          ) : (
            <EmptyState icon={<CircleCheck size={20} />} title={texts.empty} description={texts.emptyText} />
          )
        }
        paging={query}
        onPage={change}
      />
    </>
  )
}

function variablesOf({ page, perPage, sort, state, app, type }: FailureListParams) {
  return {
    page,
    perPage,
    state: state.length > 0 ? state : [...failureStates],
    ...(sort && { sort }),
    ...(app !== null && { appId: app }),
    ...(type !== null && { type }),
  }
}
