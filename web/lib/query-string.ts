import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DateInterval } from '#shared/lib/date-presets.ts'
import { useOwnPageSize } from './settings/page-size.ts'

/** The words of a comma-separated parameter, without duplicates. */
export function wordsOf(text: string | null): string[] {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}

/** Parses an interval `from,to`, where either side may be empty. An invalid date is an open end. */
export function intervalOf(text: string | null): DateInterval {
  const [from = null, to = null] = (text ?? '').split(',').map(moment)
  return { from, to }
}

/** Formats an interval as a parameter; null for an interval without ends. */
export function intervalPart({ from, to }: DateInterval): string | null {
  return from === null && to === null ? null : `${from ?? ''},${to ?? ''}`
}

/** The query of an address with its question mark, or an empty text. Commas and colons are not encoded. */
export function queryText(parts: readonly (readonly [string, string])[]): string {
  const text = parts.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`,
  )
  return text.length > 0 ? `?${text.join('&')}` : ''
}

function moment(text: string): string | null {
  const value = new Date(text.trim())
  return text.trim() === '' || Number.isNaN(value.getTime()) ? null : value.toISOString()
}

/**
 * The state of a screen that the address contains, by a pure `parse` and `format`, with a function that
 * changes parts of it. Each change adds a history entry, unless the query stays the same or the change replaces the entry.
 * It goes to the top of the page, unless the screen `keepsScroll`.
 */
export function useQueryState<Query extends object>(
  parse: (params: URLSearchParams) => Query,
  format: (query: Query) => string,
  { keepsScroll = false }: { keepsScroll?: boolean } = {},
): [Query, (change: Partial<Query>, replace?: boolean) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  // Where the address names no rows per page, they are those that the user has chosen last.
  const perPage = useOwnPageSize()
  // oxlint-disable-next-line react/exhaustive-deps -- `parse` reads the rows per page
  const query = useMemo(() => parse(new URLSearchParams(search)), [parse, search, perPage])
  const change = (next: Partial<Query>, replace = false) => {
    const changed = format({ ...query, ...next })
    if (changed !== format(query))
      void navigate({ search: changed }, { replace, preventScrollReset: keepsScroll })
  }
  return [query, change]
}
