import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { CombinedError } from 'urql'
import { parseSearch } from '#shared/domains/search/query.ts'
import { isTerminal, liveScope, shouldSubscribe } from '#shared/domains/workqueues/live-list.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useFeature, useFeaturesKnown } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useIdle } from '#web/realtime/use-idle.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import {
  workqueueFamilySubscription,
  workqueueListQuery,
  workqueueListSubscription,
  type WorkqueueListVariables,
  type workqueueListRow,
} from '../operations.ts'
import { useListRefresh } from './use-list-refresh.ts'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

export type WorkqueueListRow = ResultOf<typeof workqueueListRow>

export interface WorkqueueList {
  rows: WorkqueueListRow[]
  total: number
  /** Whether these are the rows and the total of the address, and not of the one before. */
  isCurrent: boolean
  /** Whether there are more rows than `total`, which are not counted. */
  more: boolean
  /** Another page or filter is loading; the rows are still the old ones. */
  loading: boolean
  /** Why nothing could be read; undefined while there are rows. */
  failure: CombinedError | undefined
  /** Whether the last read failed; the rows are those of an earlier one. */
  failing: boolean
  /** When the rows were read, in milliseconds since 1970; null before that. */
  readAt: number | null
  /** Whether the list is subscribed. */
  listening: boolean
  idle: boolean
  /** The page and filters that are listed. */
  variables: WorkqueueListVariables
  /** Counts the events that may have changed the children of a listed run. */
  familyEvents: number
  reread: () => void
}

const noRows: WorkqueueListRow[] = []

/**
 * One page of an app's workqueues, live: on page 1 by the filters, on later pages by the listed rows while
 * one of them can change. Pauses while the user is idle.
 */
export function useWorkqueueList(appId: string, query: WorkqueueListParams): WorkqueueList {
  const variables = useMemo(() => workqueueListVariables(appId, query), [appId, query])
  // From an address: the box submits no search with a wrong term.
  const isWrong = useMemo(() => parseSearch(query.search).faults.length > 0, [query.search])
  const { data, current, failure, error, readAt, reread, rereadInBackground } = useLastRead(
    workqueueListQuery,
    variables,
    { pause: isWrong },
  )
  const list = isWrong ? undefined : data?.workqueues
  const rows = list?.rows ?? noRows

  const idle = useIdle()
  const situation = { ...query, rows: current ? rows : null, idle }
  useIdleToasts(idle, shouldSubscribe({ ...situation, idle: false }), rereadInBackground)
  const scope = isWrong ? null : liveScope(situation, query)
  const [hasFamilies, hasCauses] = [useFeature('attempts'), useFeature('why')]
  const refresh = useListRefresh({
    enabled: (hasFamilies || hasCauses) && scope !== null,
    variables,
    rows,
    reread: rereadInBackground,
  })
  const [familyEvents, countFamilyEvent] = useReducer((count: number) => count + 1, 0)
  const featuresKnown = useFeaturesKnown()
  useLive({
    query: hasFamilies ? workqueueFamilySubscription : workqueueListSubscription,
    variables: { appId, perPage: query.perPage, ...scope },
    pause: scope === null || !featuresKnown,
    reread: refresh.reread,
    onEvent({ workqueueList: { event, workqueue } }: LiveAnswer) {
      const isChild = 'parentTaskId' in workqueue && workqueue.parentTaskId !== null
      if (isChild) countFamilyEvent()
      const isListed = rows.some(({ id }) => id === workqueue.id)
      // Only a new row is inserted by its event: one that fails, also again, comes to pass a filter of failed ones.
      const { page, status } = query
      const hasEntered =
        !isListed &&
        page === 1 &&
        isTerminal(workqueue.status) &&
        status.some((each) => each === workqueue.status)
      if (isChild || event === 'save' || isListed || hasEntered) refresh.request(hasEntered)
    },
  })
  useFailToast(workqueueMessages.loadListFailed, error)

  return {
    rows,
    total: list?.total ?? 0,
    isCurrent: current,
    more: list?.more ?? false,
    loading: !current && !failure && !isWrong,
    failure,
    failing: error !== undefined,
    readAt,
    listening: scope !== null,
    idle,
    variables,
    familyEvents,
    reread,
  }
}

type LiveAnswer = ResultOf<typeof workqueueListSubscription> | ResultOf<typeof workqueueFamilySubscription>

/** The variables of the list query. */
export function workqueueListVariables(appId: string, query: WorkqueueListParams): WorkqueueListVariables {
  const { page, perPage, sort, status, tags, createdAfter, createdBefore, parent, flat, search, stuck } =
    query
  return {
    appId,
    page,
    perPage,
    ...(sort !== undefined && { sort }),
    ...(search !== '' && { search }),
    ...(stuck && { stuck }),
    ...(status.length > 0 && { status }),
    ...(tags.length > 0 && { tags }),
    ...(createdAfter !== null && { createdAfter }),
    ...(createdBefore !== null && { createdBefore }),
    // A search and the stuck ones find children too, which are then rows of their own.
    ...(parent !== null ? { parentId: parent } : !flat && search === '' && !stuck && { root: true }),
  }
}

/** Shows when live updates pause and resume, and reads the list again on return. */
function useIdleToasts(idle: boolean, wanted: boolean, reread: () => void): void {
  const was = useRef(idle)
  const latest = useLatest({ wanted, reread })
  useEffect(() => {
    if (was.current === idle) return
    was.current = idle
    if (latest.current.wanted) toast.info(idle ? workqueueMessages.idle : workqueueMessages.active)
    if (!idle) latest.current.reread()
  }, [idle, latest])
}
