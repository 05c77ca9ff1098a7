import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type CombinedError } from 'urql'
import { recentPlaces } from '#web/lib/palette/recent-places.ts'
import { dataOwner, useSession } from '#web/lib/session-context.tsx'
import { laterEntries, type PaletteEntry } from './entry.ts'
import { wordsIn } from './match.ts'
import { attentionEntries, pagePath, placeEntries } from './places.ts'
import { typedEntries } from './typed-entries.ts'
import { useNear } from './use-near.ts'
import { usePaletteReads } from './use-palette-reads.ts'
import { meantBy, nearlyMeantBy } from './verbs.ts'

export interface PaletteResults {
  entries: readonly PaletteEntry[]
  words: readonly string[]
  /** Nothing has these words: the entries have similar names. */
  isNear: boolean
  /** Hits of the platform may still come. */
  isSearching: boolean
  isSlow: boolean
  error: CombinedError | undefined
  searchAgain(): void
}

/**
 * What the words find: actions and screens of this console at once, the rest with the answer of the platform. `chosen` is
 * the id of the entry that the user has moved to, under which later answers move nothing.
 */
export function usePalette(query: string, ofApp: boolean, chosen: string | null): PaletteResults {
  const { pathname } = useLocation()
  const words = useMemo(() => wordsIn(query), [query])
  const meant = useMemo(() => meantBy(query), [query])
  const nearlyMeant = useMemo(() => nearlyMeantBy(query) ?? meant, [query, meant])
  const owner = dataOwner(useSession().state) ?? ''
  const [places] = useState(() => recentPlaces(owner))
  const recent = useMemo(() => places.map(({ to }) => pagePath(to)), [places])
  const { reads, isSearching, isSlow, error, searchAgain } = usePaletteReads(words, meant, nearlyMeant, ofApp)
  const found = useMemo(
    () =>
      words.length === 0
        ? [...placeEntries(places, pathname, reads.appNames), ...attentionEntries(reads.items)]
        : typedEntries(words, meant, recent, reads),
    [words, meant, places, recent, pathname, reads],
  )
  const misses = words.length > 0 && found.length === 0 && !isSearching
  const near = useNear(words, nearlyMeant, recent, misses, reads)
  const next = misses ? near : found

  const key = `${ofApp} ${query}`
  const [shown, setShown] = useState({ key, next, entries: next })
  let { entries } = shown
  if (shown.key !== key || shown.next !== next) {
    entries = shown.key === key ? laterEntries(shown.entries, next, chosen) : next
    setShown({ key, next, entries })
  }
  return { entries, words, isNear: misses, isSearching, isSlow, error, searchAgain }
}
