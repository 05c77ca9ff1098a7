import type { ReactNode } from 'react'
import { MAX_LIST_SEARCH } from '#shared/lib/list-limits.ts'
import { tableMessages as texts } from '#shared/lib/table-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ListFilters } from '../feedback/no-match-state.tsx'
import { NoMatch } from '../feedback/no-match.tsx'
import { ListSearch } from '../form/list-search.tsx'

interface PlatformSearch {
  /** The search field; null on a platform that does not search its lists. */
  field: ReactNode
  /** In place of the rows of a search; null while nothing is searched for. */
  noMatch: ReactNode
}

/** The search of a list by the platform, of things that are called `noun`. */
export function useListSearch(
  noun: string,
  { search }: { search: string },
  onSearch: (change: { page: 1; search: string }) => void,
  filters?: ListFilters,
  onClearFilters?: () => void,
): PlatformSearch {
  const canSearch = useFeature('listSearch')
  if (!canSearch) return { field: null, noMatch: null }
  const look = (text: string) => onSearch({ page: 1, search: text })
  return {
    field: (
      <ListSearch label={texts.search(noun)} maxLength={MAX_LIST_SEARCH} value={search} onSearch={look} />
    ),
    noMatch:
      search === '' ? null : (
        <NoMatch
          noun={noun}
          search={search}
          filters={filters}
          onClearSearch={() => look('')}
          onClearFilters={onClearFilters}
        />
      ),
  }
}
