import { useEffect, useMemo, useState } from 'react'
import { useLocation, useMatch } from 'react-router-dom'
import { type CombinedError, useQuery } from 'urql'
import { useRights } from '#web/lib/rights.tsx'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import {
  appNamesQuery,
  paletteAttentionQuery,
  paletteFailedRunsQuery,
  paletteNamesQuery,
  paletteRunQuery,
  paletteSearchQuery,
  type SearchGroups,
} from '#web/lib/palette/operations.ts'
import { recentPlaces } from '#web/lib/palette/recent-places.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { useDebounced } from '#web/lib/use-time.ts'
import { useScreens } from '../use-screens.ts'
import { appActions, namedActions, ownActions, planActions, runActions, screenActions } from './actions.ts'
import { inGroups, laterEntries, type PaletteEntry } from './entry.ts'
import { namesIt, wordsIn } from './match.ts'
import { attentionEntries, pagePath, placeEntries } from './places.ts'
import { groupOf, namedGroups, searchEntries } from './search-hits.ts'

/** A pause in typing after which the platform is asked, in milliseconds. */
const PAUSE_MS = 60
/** After this time without an answer the search is called slow, in milliseconds. */
const SLOW_MS = 3000

export interface PaletteResults {
  entries: readonly PaletteEntry[]
  words: readonly string[]
  /** Hits of the platform may still come. */
  isSearching: boolean
  isSlow: boolean
  error: CombinedError | undefined
  searchAgain(): void
}

/** What is done to a thing, which is not part of its name. */
const verbs = /^(?:re-?run|restart|run|start|open|go to|go|cancel)\s+(?=\S)/i
const fillers = new Set(['re', 'rerun', 're-run', 'run', 'restart', 'retry', 'failed', 'tasks', 'in', 'of'])

/** The names of the apps by id. */
const noApps: readonly { id: string; name: string }[] = []

/**
 * What the words find: actions and screens of this console at once, the rest with the answer of the platform. `chosen` is
 * the id of the entry that the user has moved to, under which later answers move nothing.
 */
export function usePalette(query: string, ofApp: boolean, chosen: string | null): PaletteResults {
  const { pathname } = useLocation()
  const appId = useMatch('/apps/:id/*')?.params.id ?? null
  const runId = useMatch('/apps/:id/workqueues/:run/*')?.params.run ?? null
  const words = useMemo(() => wordsIn(query), [query])
  const isTyped = words.length > 0
  const { state } = useSession()
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  const owner = `${who?.user._id ?? ''} ${who?.account?._id ?? ''}`
  const [places] = useState(() => recentPlaces(owner))
  const recent = useMemo(() => places.map(({ to }) => pagePath(to)), [places])
  const screens = useScreens()
  const { mayChange } = useRights()

  const [appsRead] = useQuery({ query: appNamesQuery })
  const apps = appsRead.data?.apps ?? noApps
  const appNames = useMemo(() => new Map(apps.map(({ id, name }) => [id, name])), [apps])
  const hasSearch = useFeature('search')
  const areFeaturesKnown = useFeaturesKnown()
  const [names] = useQuery({
    query: paletteNamesQuery,
    variables: { all: !hasSearch },
    pause: !isTyped || !areFeaturesKnown,
  })
  const sought = query.trim().replace(verbs, '')
  const { answer, asked, isSearching, isSlow, error, searchAgain } = useSearch(
    hasSearch,
    sought,
    ofApp ? appId : null,
  )
  const hasAttention = useFeature('attention')
  const [itemsRead] = useQuery({
    query: paletteAttentionQuery,
    pause: isTyped || !hasAttention,
    requestPolicy: 'cache-and-network',
  })
  const [run] = useQuery({
    query: paletteRunQuery,
    variables: { id: runId ?? '' },
    pause: runId === null || runId === 'create',
    requestPolicy: 'cache-and-network',
  })
  const meant = useMemo(() => appOf(words, apps, appId), [words, apps, appId])
  const [failed] = useQuery({
    query: paletteFailedRunsQuery,
    variables: { appId: meant?.id ?? '' },
    pause: !meant,
    requestPolicy: 'cache-and-network',
  })

  const next = useMemo(() => {
    if (!isTyped)
      return [
        ...placeEntries(places, pathname, appNames),
        ...attentionEntries(itemsRead.data?.attention.items ?? []),
      ]
    const around = { query: sought, appId, appNames, recent }
    const local = namedGroups(names.data, words)
    const known = local.filter(({ kind }) => kind === 'scripts' || !hasSearch)
    const remote = hasSearch ? stillNamed(answer, asked === sought, words) : []
    const ownApps = remote.some(({ kind }) => kind === 'apps') ? [] : groupOf('apps', apps, words)
    const hits = searchEntries([...remote, ...ownApps, ...known], around)
    const app = appNames.get(appId ?? '')
    const actions = [
      ...(mayChange ? runActions(run.data?.workqueue) : []),
      ...(meant && mayChange ? appActions(meant.name, failed.data?.workqueues) : []),
      ...screenActions(screens, app),
      ...(mayChange ? planActions(hits) : []),
      ...ownActions(who?.accounts ?? [], who?.account?._id),
    ]
    return inGroups([...namedActions(actions, words), ...hits])
  }, [
    isTyped,
    places,
    pathname,
    appNames,
    itemsRead.data,
    sought,
    appId,
    recent,
    names.data,
    mayChange,
    words,
    hasSearch,
    answer,
    asked,
    apps,
    run.data,
    meant,
    failed.data,
    screens,
    who?.accounts,
    who?.account?._id,
  ])

  const key = `${ofApp} ${query}`
  const [shown, setShown] = useState({ key, next, entries: next })
  let { entries } = shown
  if (shown.key !== key || shown.next !== next) {
    entries = shown.key === key ? laterEntries(shown.entries, next, chosen) : next
    setShown({ key, next, entries })
  }
  return { entries, words, isSearching, isSlow, error, searchAgain }
}

const noGroups: SearchGroups = []

/** Asks the platform after a pause in typing. `asked` are the words of the answer. */
function useSearch(hasSearch: boolean, wanted: string, appId: string | null) {
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
function stillNamed(groups: SearchGroups, isCurrent: boolean, words: readonly string[]): SearchGroups {
  if (isCurrent) return groups
  return groups.flatMap((group) => {
    const hits = group.hits.filter(({ name, sentence }) => namesIt(words, `${name} ${sentence ?? ''}`))
    return hits.length > 0 ? [{ ...group, hits, more: 0 }] : []
  })
}

/** The app that the words name, or the one of the page where they name only an action on failed tasks. */
function appOf(
  words: readonly string[],
  apps: readonly { id: string; name: string }[],
  current: string | null,
): { id: string; name: string } | undefined {
  const rest = words.filter((word) => !fillers.has(word))
  if (words.length === 0) return undefined
  if (rest.length === 0) return apps.find(({ id }) => id === current)
  return apps.find(({ name }) => namesIt(rest, name))
}
