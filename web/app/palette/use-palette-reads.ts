import { useEffect, useMemo, useState } from 'react'
import { useLocation, useMatch } from 'react-router-dom'
import { useQuery } from 'urql'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import {
  appNamesQuery,
  paletteAttentionQuery,
  paletteFailedRunsQuery,
  paletteNamesQuery,
  paletteRunQuery,
} from '#web/lib/palette/operations.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { useRights } from '#web/lib/rights.tsx'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { useAppScreens } from '../use-screens.ts'
import { withJoinedRuns } from '#web/domains/attention/list/joined-items.ts'
import { namesIt, wordsIn } from './match.ts'
import { runSearchOf } from './targets.ts'
import { usePaletteSearch } from './use-search.ts'
import { useWork } from './use-work.ts'
import { type Meant, withoutFillers } from './verbs.ts'

// Loaded lazily: it needs parts of screens, which would be asked for with the palette.
const loadCreations = () => loadPart(async () => (await import('./creations.ts')).creationActions)

const fresh = { requestPolicy: 'cache-and-network' } as const
const noApps: readonly { id: string; name: string }[] = []

/** All that words are compared with. */
export type PaletteReads = ReturnType<typeof usePaletteReads>['reads']

/**
 * Asks for what is compared with the words; with none only for what is shown before. `nearlyMeant`: the same as `meant`, or
 * with the verb that its first word is like.
 */
export function usePaletteReads(words: readonly string[], meant: Meant, nearlyMeant: Meant, ofApp: boolean) {
  const { verb, name } = nearlyMeant
  const { pathname } = useLocation()
  const appId = useMatch('/apps/:id/*')?.params.id ?? null
  const runId = useMatch('/apps/:id/workqueues/:run/*')?.params.run ?? null
  const isTyped = words.length > 0
  const { state } = useSession()
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  const screensOf = useAppScreens()
  const { mayChange } = useRights()
  const hasAlerts = useFeature('alerts')
  const hasSchedules = useFeature('schedules')

  const [creations, setCreations] = useState<Awaited<ReturnType<typeof loadCreations>>>()
  useEffect(() => {
    if (isTyped) void loadCreations().then((loaded) => setCreations(() => loaded))
  }, [isTyped])

  const [appsRead] = useQuery({ query: appNamesQuery })
  const apps = appsRead.data?.apps ?? noApps
  const appNames = useMemo(() => new Map(apps.map((app) => [app.id, app.name])), [apps])
  const hasSearch = useFeature('search')
  const areFeaturesKnown = useFeaturesKnown()
  const variables = { all: !hasSearch, schedules: hasSchedules }
  const [names] = useQuery({ query: paletteNamesQuery, variables, pause: !isTyped || !areFeaturesKnown })
  const sought = meant.name.trim() || words.join(' ')
  const within = ofApp ? appId : null
  const search = usePaletteSearch(hasSearch, sought, within)
  const runSearch = mayChange ? runSearchOf(verb, name) : ''
  const runs = usePaletteSearch(hasSearch, runSearch, within)
  const work = useWork(isTyped, names.data)
  const hasAttention = useFeature('attention')
  const [items] = useQuery({ ...fresh, query: paletteAttentionQuery, pause: !hasAttention })
  const listed = useMemo(() => withJoinedRuns(items.data?.attention.items ?? []), [items.data])
  const isOfRun = runId !== null && runId !== 'create'
  const [run] = useQuery({
    ...fresh,
    query: paletteRunQuery,
    variables: { id: runId ?? '' },
    pause: !isOfRun,
  })
  const app = useMemo(() => appOf(words, name, apps, appId), [words, name, apps, appId])
  const failedOf = { appId: app?.id ?? '' }
  const [failed] = useQuery({ ...fresh, query: paletteFailedRunsQuery, variables: failedOf, pause: !app })

  const { accounts, account } = who ?? {}
  const { answer, asked } = search
  const isRunAnswer = runs.asked === runSearch
  const reads = useMemo(
    () => ({
      pathname,
      appId,
      apps,
      appNames,
      screensOf,
      mayChange,
      creations,
      hasAlerts,
      hasSchedules,
      hasSearch,
      accounts: accounts ?? [],
      account: account?._id,
      names: names.data,
      sought,
      search: { answer, isCurrent: asked === sought },
      runs: isRunAnswer ? runs.answer : [],
      work,
      items: listed,
      run: run.data?.workqueue,
      app,
      failed: failed.data?.workqueues,
    }),
    [
      pathname,
      appId,
      apps,
      appNames,
      screensOf,
      mayChange,
      creations,
      hasAlerts,
      hasSchedules,
      hasSearch,
      accounts,
      account?._id,
      names.data,
      sought,
      answer,
      asked,
      isRunAnswer,
      runs.answer,
      work,
      listed,
      run.data,
      app,
      failed.data,
    ],
  )
  return {
    reads,
    isSearching: search.isSearching || runs.isSearching,
    isSlow: search.isSlow,
    error: search.error,
    searchAgain: search.searchAgain,
  }
}

/** The app that the words name, or the one of the page where they name only an action on failed tasks. */
function appOf(
  words: readonly string[],
  name: string,
  apps: readonly { id: string; name: string }[],
  current: string | null,
): { id: string; name: string } | undefined {
  if (words.length === 0) return undefined
  const rest = withoutFillers(wordsIn(name))
  if (rest.length === 0) return apps.find(({ id }) => id === current)
  return apps.find((app) => namesIt(rest, app.name))
}
