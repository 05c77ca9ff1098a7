import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { isSuggestedTerm, termHintsOf, type SearchSubject } from '#shared/domains/search/subjects.ts'
import { quoteValue, type TypedTerm } from '#shared/domains/search/typing.ts'
import { useFeature } from '#web/lib/features.ts'
import { searchSuggestionsQuery } from './operations.ts'

/** What a search box offers for what is being typed. */
export interface Suggestion {
  /** What it is called in the list. */
  label: string
  /** One line about it. */
  purpose?: string
  /** What takes the place of what was typed. */
  insert: string
}

/** At most so many are offered. */
const MOST = 8
/** What is typed within this time is asked for once, in milliseconds. */
const PAUSE_MS = 150

/** What is searched, and values of its terms that need no call besides those of the subject. */
export interface Suggesting {
  subject: SearchSubject
  values?: Readonly<Record<string, readonly string[]>> | undefined
}

/** Terms whose name begins with what was typed, or values of the term. Of a term with many values those that are asked for. */
export function useSuggestions(
  of: Suggesting,
  typed: TypedTerm | null,
  appId: string,
): readonly Suggestion[] {
  const isKnown = typed !== null && Object.hasOwn(of.subject.terms, typed.name)
  const asks = useFeature('search') && isKnown && typed.part === 'value' && isSuggestedTerm(typed.name)
  const wanted = asks ? `${typed.name}:${typed.typed}` : null
  const settled = useSettled(wanted)
  const [term = '', prefix = ''] = splitOnce(settled ?? '')
  const [{ data, stale }] = useQuery({
    query: searchSuggestionsQuery,
    variables: { term, prefix, appId },
    pause: settled === null,
  })
  if (!typed) return []
  if (!asks) return suggestionsOf(of, typed)
  if (settled !== wanted || stale || !data) return []
  return data.searchSuggestions.slice(0, MOST).map((value) => valueOf(value))
}

/** Suggestions that need no call. */
export function suggestionsOf({ subject, values = {} }: Suggesting, typed: TypedTerm): Suggestion[] {
  const begin = typed.typed.toLowerCase()
  if (typed.part === 'name')
    return termHintsOf(subject)
      .filter(({ insert }) => insert.startsWith(begin) && insert !== begin)
      .map(({ insert, purpose }) => ({ label: insert, purpose, insert }))
  const fixed = (subject.values[typed.name] ?? []).filter((value) => value.startsWith(begin))
  const known = (values[typed.name] ?? []).filter((value) => value.includes(begin))
  return [...fixed, ...known]
    .filter((value) => value !== begin)
    .slice(0, MOST)
    .map((value) => valueOf(value))
}

const valueOf = (value: string): Suggestion => ({ label: value, insert: quoteValue(value) })

const splitOnce = (text: string): [string, string] => {
  const at = text.indexOf(':')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** The value once it has not changed for a moment; null at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === null ? null : settled
}
