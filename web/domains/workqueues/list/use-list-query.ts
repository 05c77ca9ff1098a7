import { useQueryState } from '#web/lib/use-query-state.ts'
import { formatListQuery, parseListQuery, type ListQuery } from './list-query.ts'

/** Filters and paging of the address. A change of a filter starts at page 1. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [query, change] = useQueryState(parseListQuery, formatListQuery)
  return [query, (next) => change({ page: 1, ...next })]
}
