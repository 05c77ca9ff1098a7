import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * What a screen keeps in its address, by a pure `parse` and `format`, and the way to change parts of it. Each change
 * is a step that Back undoes; one that changes nothing is none.
 */
export function useQueryState<Query extends object>(
  parse: (params: URLSearchParams) => Query,
  format: (query: Query) => string,
): [Query, (change: Partial<Query>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => parse(new URLSearchParams(search)), [parse, search])
  const change = (next: Partial<Query>) => {
    const changed = format({ ...query, ...next })
    if (changed !== format(query)) void navigate({ search: changed })
  }
  return [query, change]
}
