import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DateInterval } from '#shared/lib/date-presets.ts'

/** The words of a comma-separated part of an address, each once. */
export function wordsOf(text: string | null): string[] {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}

/** An interval as an address says it: `from,to`, either side may be empty. What is no moment is an open end. */
export function intervalOf(text: string | null): DateInterval {
  const [from = null, to = null] = (text ?? '').split(',').map(moment)
  return { from, to }
}

/** The part of an address that says it; null for an interval without ends. */
export function intervalPart({ from, to }: DateInterval): string | null {
  return from === null && to === null ? null : `${from ?? ''},${to ?? ''}`
}

/** The query of an address with its question mark, or nothing. Commas and colons stay readable, as they may. */
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
