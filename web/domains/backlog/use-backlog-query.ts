import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { formatBacklogQuery, parseBacklogQuery, type BacklogQuery } from './backlog-query.ts'

/**
 * Order and search as the address has them. A new order is a step that Back undoes; what is typed into the search is one
 * step, not one for each letter. The text that is typed stands here and the address follows it: the address changes
 * too late to type by.
 */
export function useBacklogQuery(): [BacklogQuery, (change: Partial<BacklogQuery>) => void] {
  const { search, key } = useLocation()
  const navigation = useNavigationType()
  const navigate = useNavigate()
  const address = useMemo(() => parseBacklogQuery(new URLSearchParams(search)), [search])
  const [typed, setTyped] = useState({ key, text: address.search })
  if (typed.key !== key) setTyped({ key, text: navigation === 'POP' ? address.search : typed.text })

  const query = { ...address, search: typed.text }
  const change = (next: Partial<BacklogQuery>) => {
    const replace = next.search !== undefined && address.search !== ''
    if (next.search !== undefined) setTyped({ key, text: next.search })
    void navigate({ search: formatBacklogQuery({ ...query, ...next }) }, { replace })
  }
  return [query, change]
}
