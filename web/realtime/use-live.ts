import { useEffect, useMemo } from 'react'
import { useSubscription, type AnyVariables, type TypedDocumentNode } from 'urql'
import { useLatest } from '#web/lib/use-latest.ts'
import { resync } from './live-status.ts'
import { createReread } from './reread.ts'

export interface UseLiveOptions<Data, Variables> {
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** True: not subscribed. */
  pause: boolean
  /** Reads the data again from the network. */
  reread: () => void
  /** Called with each event, after the cache has stored it. */
  onEvent?(event: Data): void
}

/**
 * Keeps one subscription while not paused. Returns nothing, because the cache stores the received events.
 * Calls `reread` when events may have been missed: after a loss, and once after each start, because the first
 * read and the start of the subscription are concurrent.
 */
export function useLive<Data, Variables extends AnyVariables>({
  query,
  variables,
  pause,
  reread,
  onEvent,
}: UseLiveOptions<Data, Variables>): void {
  const latest = useLatest({ reread, onEvent })
  useSubscription<Data, true, Variables>({ query, variables, pause }, (_last, event) => {
    latest.current.onEvent?.(event)
    return true
  })

  const identity = useMemo(() => JSON.stringify(variables), [variables])
  useEffect(() => {
    if (pause) return
    const { request, cancel } = createReread(() => latest.current.reread())
    request()
    const stop = resync.subscribe(request)
    return () => {
      stop()
      cancel()
    }
  }, [pause, query, identity, latest])
}
