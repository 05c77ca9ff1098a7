import { useEffect, useMemo, useRef } from 'react'
import { useSubscription, type AnyVariables, type TypedDocumentNode } from 'urql'
import { useResync } from './use-resync.ts'

/** A change between the first read and the start of the subscription is caught by one more read, this late. */
export const SETTLE_MS = 800

export interface LiveOptions<Data, Variables> {
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** True: not listening. */
  pause: boolean
  /** Reads the truth again, from the network. */
  reread: () => void
}

/**
 * Listens with one subscription while not paused; the cache takes what arrives, so there is no result here.
 * Calls `reread` when something may have been missed: after a loss, and once after each new beginning.
 */
export function useLive<Data, Variables extends AnyVariables>({
  query,
  variables,
  pause,
  reread,
}: LiveOptions<Data, Variables>): void {
  useSubscription<Data, true, Variables>({ query, variables, pause }, () => true)
  useResync(() => {
    if (!pause) reread()
  })

  const latest = useRef(reread)
  useEffect(() => {
    latest.current = reread
  })
  const identity = useMemo(() => JSON.stringify(variables), [variables])
  useEffect(() => {
    if (pause) return
    const timer = setTimeout(() => latest.current(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pause, query, identity])
}
