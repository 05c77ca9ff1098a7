import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formatListQuery, parseListQuery, type ListQuery } from './list-query.ts'

/**
 * The list's filters and paging as the address has them. A change of a filter starts again at page 1; every
 * change is a step that Back undoes.
 */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => parseListQuery(new URLSearchParams(search)), [search])
  const change = (next: Partial<ListQuery>) => {
    const changed = formatListQuery({ ...query, page: 1, ...next })
    if (changed !== formatListQuery(query)) void navigate({ search: changed })
  }
  return [query, change]
}
