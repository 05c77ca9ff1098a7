import { useEffect } from 'react'
import { useClient } from 'urql'
import { workerLivenessQuery } from '../operations.ts'

/** Interval of the liveness queries, in milliseconds; the platform records polls to about ten seconds. */
const LOOK_MS = 15_000

/**
 * Keeps `lastPoll` of a worker's aliases up to date in the cache while they are shown and the tab is visible.
 * A failed query is ignored: the next one makes up for it.
 */
export function useLiveness(workerId: string, shown: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!shown) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void client.query(workerLivenessQuery, { id: workerId }, { requestPolicy: 'network-only' }).toPromise()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [client, workerId, shown])
}
