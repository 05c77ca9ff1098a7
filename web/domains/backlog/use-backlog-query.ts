import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { formatBacklogParams, parseBacklogParams, type BacklogParams } from './backlog-query.ts'

/**
 * Sort order and search of the address. A new order is a history entry of its own; typing a search is one
 * entry, not one per letter. The typed text is kept in state, because the address changes too late for a
 * controlled input.
 */
export function useBacklogParams(): [BacklogParams, (change: Partial<BacklogParams>) => void] {
  const { search, key } = useLocation()
  const navigation = useNavigationType()
  const navigate = useNavigate()
  const address = useMemo(() => parseBacklogParams(new URLSearchParams(search)), [search])
  const [typed, setTyped] = useState({ key, text: address.search })
  if (typed.key !== key) setTyped({ key, text: navigation === 'POP' ? address.search : typed.text })

  const query = { ...address, search: typed.text }
  const change = (next: Partial<BacklogParams>) => {
    const replace = next.search !== undefined && address.search !== ''
    if (next.search !== undefined) setTyped({ key, text: next.search })
    void navigate({ search: formatBacklogParams({ ...query, ...next }) }, { replace })
  }
  return [query, change]
}
