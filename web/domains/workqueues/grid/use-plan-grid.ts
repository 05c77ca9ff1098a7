import { useEffect, useMemo, useRef } from 'react'
import type { CombinedError } from 'urql'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { type LastRead, useLastRead } from '#web/lib/use-last-read.ts'
import { useIdle } from '#web/realtime/use-idle.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { rereadError, useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { createRefresh, type Refresh } from '../list/refresh.ts'
import { workqueueListSubscription } from '../operations.ts'
import type { GridParams } from './grid-params.ts'
import { type PlanGrid, planGridQuery } from './operations.ts'

/** A grid with more tasks is not read with every change. */
const MANY_TASKS = 1000
/** The shortest time between two reads of it, in milliseconds. */
const LARGE_EVERY_MS = 30_000

/** The grid of a plan, live. */
export interface ShownGrid {
  grid: PlanGrid | undefined
  /** Another plan or filter is loading; the grid is still the old one. */
  loading: boolean
  failure: CombinedError | undefined
  failing: boolean
  readAt: number | null
  listening: boolean
  idle: boolean
  /** A run has changed. */
  refresh(): void
  reread(): void
}

/**
 * The newest runs of a plan, read again soon after a run of the app has started, changed or ended, and regularly while one
 * of them runs. Pauses while the user is idle.
 */
export function usePlanGrid(appId: string, planId: string, { runs, tags, failed }: GridParams): ShownGrid {
  const variables = useMemo(
    () => ({ planId, appId, runs, ...(failed && { status: 'failed' }), ...(tags.length > 0 && { tags }) }),
    [planId, appId, runs, failed, tags],
  )
  const read = useLastRead(planGridQuery, variables)
  useFailToast(gridMessages.loadFailed, rereadError(read))
  const grid = read.data?.planStats
  const idle = useIdle()
  const isRunning = read.current && (grid?.runs.some(({ status }) => !isTerminal(status)) ?? false)
  const isLarge = (grid?.tasks.length ?? 0) > MANY_TASKS
  const refresh = useRefresh(read, !idle && isRunning, isLarge ? LARGE_EVERY_MS : 0)
  useLive({
    query: workqueueListSubscription,
    variables: useMemo(() => ({ appId, perPage: runs }), [appId, runs]),
    pause: idle,
    reread: read.rereadInBackground,
    onEvent: refresh,
  })
  return {
    grid,
    loading: !read.current && !read.failure,
    failure: read.current ? undefined : read.failure,
    failing: read.error !== undefined,
    readAt: read.readAt,
    listening: !idle,
    idle,
    refresh,
    reread: read.reread,
  }
}

/**
 * A stable function that asks for a read; several of a moment are one, and none is made while the page is hidden, nor within
 * `everyMs` after the one before.
 */
function useRefresh(
  { rereadInBackground }: LastRead<unknown>,
  isRunning: boolean,
  everyMs: number,
): () => void {
  const latest = useLatest({ rereadInBackground, everyMs })
  const refresh = useRef<Refresh>(null)
  useEffect(() => {
    let last = Date.now()
    const read = () => {
      // Asked for again, so that the last change is not left out.
      if (Date.now() - last < latest.current.everyMs) return refresh.current?.request()
      last = Date.now()
      latest.current.rereadInBackground()
    }
    const created = createRefresh(read, () => document.visibilityState === 'hidden')
    refresh.current = created
    document.addEventListener('visibilitychange', created.seen)
    return () => {
      document.removeEventListener('visibilitychange', created.seen)
      created.stop()
    }
  }, [latest])
  useEffect(() => refresh.current?.running(isRunning), [isRunning])
  return useMemo(() => () => refresh.current?.request(), [])
}
