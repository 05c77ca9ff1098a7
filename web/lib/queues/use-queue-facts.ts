import { useEffect, useMemo } from 'react'
import { useQuery } from 'urql'
import type { WhyFacts } from '#shared/domains/tasks/why/facts.ts'
import { whyQueuesOf } from '#shared/domains/tasks/why/wire.ts'
import { useFeature } from '../features.ts'
import { runQueuesQuery } from './run-queues-operations.ts'

const REREAD_MS = 5000

/**
 * The queues of the account while a task waits (`asked`), read every 5 seconds; undefined on a platform that does not tell
 * them, and until they are read.
 */
export function useQueueFacts(asked: boolean): WhyFacts['queues'] {
  const pause = !useFeature('queues') || !asked
  const [{ data }, read] = useQuery({ query: runQueuesQuery, pause, requestPolicy: 'cache-and-network' })
  useEffect(() => {
    if (pause) return
    const timer = setInterval(() => {
      if (!document.hidden) read({ requestPolicy: 'network-only' })
    }, REREAD_MS)
    return () => clearInterval(timer)
  }, [pause, read])
  const queues = pause ? undefined : data?.queues
  return useMemo(() => queues && whyQueuesOf(queues), [queues])
}
