import { useEffect, useMemo, useRef } from 'react'
import type { CombinedError } from 'urql'
import { liveScope, shouldSubscribe } from '#shared/domains/workqueues/live-list.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { ResultOf, VariablesOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useIdle } from '#web/realtime/use-idle.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { workqueueListQuery, workqueueListSubscription, type workqueueRow } from '../operations.ts'
import type { WorkqueueListParams } from './workqueue-list-params.ts'

export type WorkqueueListRow = ResultOf<typeof workqueueRow>

export interface WorkqueueList {
  rows: WorkqueueListRow[]
  total: number
  /** Another page or filter is loading; the rows are still the old ones. */
  loading: boolean
  /** Why nothing could be read; undefined while there are rows. */
  failure: CombinedError | undefined
  /** Whether the list is subscribed. */
  listening: boolean
  idle: boolean
  reread: () => void
}

const noRows: WorkqueueListRow[] = []

/**
 * One page of an app's workqueues, live: on page 1 by the filters, on later pages by the listed rows while
 * one of them can change. Pauses while the user is idle.
 */
export function useWorkqueueList(appId: string, query: WorkqueueListParams): WorkqueueList {
  const variables = useMemo(() => workqueueListVariables(appId, query), [appId, query])
  const { data, current, failure, error, reread, rereadInBackground } = useLastRead(
    workqueueListQuery,
    variables,
  )
  const list = data?.workqueues
  const rows = list?.rows ?? noRows

  const idle = useIdle()
  const situation = { ...query, rows: current ? rows : null, idle }
  useIdleToasts(idle, shouldSubscribe({ ...situation, idle: false }), rereadInBackground)
  const scope = liveScope(situation, query)
  useLive({
    query: workqueueListSubscription,
    variables: { appId, perPage: query.perPage, ...scope },
    pause: scope === null,
    reread: rereadInBackground,
  })
  useFailToast(workqueueMessages.loadListFailed, error)

  return {
    rows,
    total: list?.total ?? 0,
    loading: !current && !failure,
    failure,
    listening: scope !== null,
    idle,
    reread,
  }
}

type ListVariables = VariablesOf<typeof workqueueListQuery>

/** The variables of the list query. */
export function workqueueListVariables(appId: string, query: WorkqueueListParams): ListVariables {
  const { page, perPage, status, tags, createdAfter, createdBefore } = query
  return {
    appId,
    page,
    perPage,
    ...(status.length > 0 && { status }),
    ...(tags.length > 0 && { tags }),
    ...(createdAfter !== null && { createdAfter }),
    ...(createdBefore !== null && { createdBefore }),
  }
}

/** Shows when live updates pause and resume, and reads the list again on return. */
function useIdleToasts(idle: boolean, wanted: boolean, reread: () => void): void {
  const was = useRef(idle)
  const latest = useRef({ wanted, reread })
  useEffect(() => {
    latest.current = { wanted, reread }
  })
  useEffect(() => {
    if (was.current === idle) return
    was.current = idle
    if (latest.current.wanted) toast.info(idle ? workqueueMessages.idle : workqueueMessages.active)
    if (!idle) latest.current.reread()
  }, [idle])
}
