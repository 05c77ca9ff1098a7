import { useLocation, useNavigate } from 'react-router-dom'
import { pagingParts, parsePaging, type PagingQuery } from './paging-query.ts'

/**
 * `page`, `perPage` and `sort` (one of `sortKeys`) as the address has them, and the way to change them: each change is a step that Back undoes.
 * What else the address says stays. `perPage` values that make no sense read as the default.
 */
export function usePaging(sortKeys: readonly string[] = []): [PagingQuery, (next: PagingQuery) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const go = (next: PagingQuery) => {
    const params = new URLSearchParams(search)
    params.delete('page')
    params.delete('perPage')
    params.delete('sort')
    for (const [name, value] of pagingParts(next)) params.set(name, value)
    void navigate({ search: params.size > 0 ? `?${params}` : '' })
  }
  return [parsePaging(new URLSearchParams(search), sortKeys), go]
}
