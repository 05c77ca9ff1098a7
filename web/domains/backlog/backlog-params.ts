import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { formatSort, parseSort, type SortOrder } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'
import { viewedList, type Viewed } from '#web/domains/views/viewed-list.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import { backlogSortKeys } from './sort-backlog.ts'

/** The query parameters of the dashboard. */
export interface BacklogParams {
  sort: SortOrder
  /** A regular expression; empty for all rows. */
  search: string
  /** Only rows in which a task waits for a worker. */
  waits: boolean
  /** Also queues in which nothing was for long. */
  quiet: boolean
  /** Only queues with a task of this app; null for all. */
  app: string | null
  /** The open row, as `type/alias`. */
  open: string | null
}

/** Maximum length of a pattern, in characters: it may come from an address. */
export const MAX_PATTERN = 500

/** The longest queue first. */
const defaultSort: SortOrder = { key: 'queued', descending: true }

/** Reads the query of the address; invalid values become the default. */
export function parseBacklogParams(params: URLSearchParams): BacklogParams {
  return {
    sort: parseSort(params.get('sort'), backlogSortKeys) ?? defaultSort,
    search: (params.get('search') ?? '').slice(0, MAX_PATTERN),
    waits: params.get('waits') === 'true',
    quiet: params.get('quiet') === 'true',
    app: params.get('app') || null,
    open: params.get('open') || null,
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatBacklogParams({ sort, search, waits, quiet, app, open }: BacklogParams): string {
  const parts: [string, string][] = []
  if (formatSort(sort) !== formatSort(defaultSort)) parts.push(['sort', formatSort(sort)])
  if (search !== '') parts.push(['search', search])
  if (waits) parts.push(['waits', 'true'])
  if (quiet) parts.push(['quiet', 'true'])
  if (app !== null) parts.push(['app', app])
  if (open !== null) parts.push(['open', open])
  return queryText(parts).replaceAll('%2F', '/')
}

/** The views of the backlog; none has an open row. */
export const backlogViews = viewedList({
  screen: 'backlog',
  parse: parseBacklogParams,
  format: formatBacklogParams,
  filtersOf: (query) => ({ ...query, open: null }),
  builtIn: [
    { key: 'all', name: viewMessages.own.all, query: '' },
    { key: 'waiting', name: viewMessages.own.waiting, query: 'waits=true' },
  ],
})

/**
 * Sort order and search of the address. A new order adds a history entry; typing a search adds one entry, not
 * one per letter. The typed text is kept in state, because the address changes too late for a controlled
 * input.
 */
export function useBacklogParams(): [Viewed<BacklogParams>, (change: Partial<BacklogParams>) => void] {
  const { search, key } = useLocation()
  const navigation = useNavigationType()
  const navigate = useNavigate()
  const address = useMemo(() => backlogViews.parse(new URLSearchParams(search)), [search])
  const [typed, setTyped] = useState({ key, text: address.search })
  if (typed.key !== key) setTyped({ key, text: navigation === 'POP' ? address.search : typed.text })

  const query = useMemo(() => ({ ...address, search: typed.text }), [address, typed.text])
  const change = (next: Partial<BacklogParams>) => {
    const replace = next.search !== undefined && address.search !== ''
    if (next.search !== undefined) setTyped({ key, text: next.search })
    void navigate({ search: backlogViews.format({ ...query, ...next }) }, { replace })
  }
  return [query, change]
}
