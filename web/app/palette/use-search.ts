import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { paletteSearchQuery, type SearchGroups } from '#web/lib/palette/operations.ts'
import { useDebounced } from '#web/lib/use-time.ts'
import { namesIt } from './match.ts'

/** A pause in typing after which the platform is asked, in milliseconds. */
const PAUSE_MS = 60
/** After this time without an answer the search is called slow, in milliseconds. */
const SLOW_MS = 3000

const noGroups: SearchGroups = []

/** Asks the platform after a pause in typing. `asked` are the words of the answer. */
export function usePaletteSearch(hasSearch: boolean, wanted: string, appId: string | null) {
  const q = useDebounced(wanted, PAUSE_MS)
  const [read, repeat] = useQuery({
    query: paletteSearchQuery,
    variables: { q, appId },
    pause: !hasSearch || q === '',
    requestPolicy: 'cache-and-network',
  })
  const [last, setLast] = useState({ asked: '', answer: noGroups })
  const isSettled = hasSearch && q !== '' && read.data !== undefined && !read.stale && !read.fetching
  if (isSettled && (last.asked !== q || last.answer !== read.data?.search))
    setLast({ asked: q, answer: read.data?.search ?? noGroups })
  const isSearching = hasSearch && wanted !== '' && (q !== wanted || read.fetching)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSearching) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSearching, q])
  return {
    ...last,
    isSearching,
    isSlow,
    error: wanted === '' || isSearching ? undefined : read.error,
    searchAgain: () => repeat({ requestPolicy: 'network-only' }),
  }
}

/** The groups of an answer; of one to earlier words only what also matches the present ones, without counts. */
export function stillNamed(groups: SearchGroups, isCurrent: boolean, words: readonly string[]): SearchGroups {
  if (isCurrent) return groups
  return groups.flatMap((group) => {
    const hits = group.hits.filter(({ name, sentence }) => namesIt(words, `${name} ${sentence ?? ''}`))
    return hits.length > 0 ? [{ ...group, hits, more: 0 }] : []
  })
}
