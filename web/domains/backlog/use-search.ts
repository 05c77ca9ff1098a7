import { useEffect, useMemo, useRef, useState } from 'react'
import { useDebounced } from '#web/lib/use-time.ts'
import type { BacklogListRow } from './sort-backlog.ts'
import { createSearcher, type Searcher, type SearchResult } from './searcher.ts'

/** The outcome of a pattern: the texts that match it, or its fault. */
interface Found {
  pattern: string
  matches: ReadonlyMap<string, boolean>
  fault: string | null
}

const everything: Found = { pattern: '', matches: new Map(), fault: null }

/** A pattern is searched once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 120

/**
 * The rows whose type or alias matches the pattern. While a new pattern is searched, the rows of the previous
 * one stay; with an invalid pattern all rows are shown and `fault` has the reason.
 */
export function useSearch(
  rows: readonly BacklogListRow[] | undefined,
  typed: string,
): { rows: readonly BacklogListRow[] | undefined; fault: string | null } {
  const pattern = useDebounced(typed, SETTLED_MS)
  const [found, setFound] = useState(everything)
  const searcher = useRef<Searcher | null>(null)
  /** The pattern of the pending search. */
  const asking = useRef<string | null>(null)
  useEffect(
    () => () => {
      searcher.current?.close()
      searcher.current = null
      asking.current = null
    },
    [],
  )
  useEffect(() => {
    const known = found.pattern === pattern ? found : { ...everything, pattern }
    // Rows that arrive during a search are searched after it, so that frequent updates cannot delay its end.
    if (!rows || pattern === '' || known.fault !== null || asking.current === pattern) return
    const texts = unknownTexts(rows, known)
    if (texts.length === 0 && known === found) return
    asking.current = pattern
    searcher.current ??= createSearcher()
    void searcher.current.search(pattern, texts).then((outcome) => {
      if (asking.current !== pattern) return
      asking.current = null
      setFound(withOutcome(known, texts, outcome))
    })
  }, [rows, pattern, found])

  const shown = useMemo(() => {
    if (!rows || pattern === '' || found.pattern === '' || found.fault !== null) return rows
    return rows.filter(({ type, alias }) => found.matches.get(type) || found.matches.get(alias))
  }, [rows, pattern, found])
  return { rows: shown, fault: pattern === '' || found.pattern !== pattern ? null : found.fault }
}

const unknownTexts = (rows: readonly BacklogListRow[], { matches }: Found) =>
  [...new Set(rows.flatMap(({ type, alias }) => [type, alias]))].filter((text) => !matches.has(text))

function withOutcome(known: Found, texts: readonly string[], outcome: SearchResult): Found {
  if ('sentence' in outcome) return { ...known, fault: outcome.sentence }
  const added = texts.map((text, index) => [text, outcome.matches[index] ?? false] as const)
  return { ...known, matches: new Map([...known.matches, ...added]) }
}
