import { useEffect } from 'react'
import { useClient } from 'urql'
import { workerLivenessQuery } from '../operations.ts'

/** How often it is looked when the aliases were last asked for tasks; the platform notes that to about ten seconds. */
const LOOK_MS = 15_000

/**
 * Keeps `lastPoll` of a worker's aliases up to date in the cache while they are shown and somebody can see them. A look
 * that fails is made up by the next one.
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
