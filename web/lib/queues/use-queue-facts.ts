import { useEffect, useEffectEvent, useMemo } from 'react'
import type { WhyFacts } from '#shared/domains/tasks/why/facts.ts'
import { whyQueuesOf } from '#shared/domains/tasks/why/wire.ts'
import { useFeature } from '../features.ts'
import { useLastRead } from '../use-last-read.ts'
import { runQueuesQuery } from './run-queues-operations.ts'

const REREAD_MS = 5000

const none = {}

/** What is known of the queues of the account. */
interface QueueFacts {
  /** Undefined on a platform that does not tell them, and until they are read; the last ones while reads fail. */
  queues: WhyFacts['queues']
  /** When they were last read, in milliseconds since 1970, while reads fail; null while reads succeed. */
  staleSince: number | null
}

/** The queues of the account while a task waits (`asked`), read every 5 seconds. */
export function useQueueFacts(asked: boolean): QueueFacts {
  const pause = !useFeature('queues') || !asked
  const { data, error, readAt, rereadInBackground } = useLastRead(runQueuesQuery, none, { pause })
  const onTimer = useEffectEvent(() => {
    if (!document.hidden) rereadInBackground()
  })
  useEffect(() => {
    if (pause) return
    const timer = setInterval(onTimer, REREAD_MS)
    return () => clearInterval(timer)
  }, [pause])
  const told = pause ? undefined : data?.queues
  const queues = useMemo(() => told && whyQueuesOf(told), [told])
  return { queues, staleSince: !pause && error ? readAt : null }
}
