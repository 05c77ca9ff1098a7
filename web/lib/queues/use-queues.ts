import { useEffect, useEffectEvent, useMemo } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { QueueAnswer } from '#shared/domains/queues/behind.ts'
import { isPlatformType } from '#shared/domains/tasks/constants.ts'
import { useFeature } from '../features.ts'
import type { ResultOf } from '../graphql.ts'
import { queuesQuery, type queueFields } from './operations.ts'
import { useLastRead } from '../use-last-read.ts'

/** A queue of the account. */
export type ListedQueue = QueueAnswer & ResultOf<typeof queueFields>

const REREAD_MS = 10_000

/** Whether the platform executes the tasks of a type itself. */
export const isBuiltinType = (type: string): boolean => isPlatformType(type)

export interface QueuesRead {
  /** Whether the platform tells them, and they are read or may be soon: what they are shown in has its place. */
  isOffered: boolean
  /** Undefined until they are read, and on a platform that does not tell them. */
  queues: readonly ListedQueue[] | undefined
  /** Whether the last read failed. */
  failing: boolean
  /** When the last read succeeded, in milliseconds since 1970. */
  readAt: number | null
  /** `readAt` while reads fail, else null: the `StoppedClock` of what shows them. */
  staleSince: number | null
  reread(): void
}

/** The queues of the account, or of a type, read every 10 seconds while the tab is visible; null: of no type. */
export function useQueues(type?: string | null): QueuesRead {
  const isTold = useFeature('queues') && type !== null
  const variables = useMemo(() => ({ type: type ?? null }), [type])
  const read = useRegularRead(queuesQuery, variables, isTold)
  const found = isTold ? read.data?.queues : undefined
  const queues = useMemo(
    () => found?.map((queue): ListedQueue => ({ ...queue, builtin: isBuiltinType(queue.type) })),
    [found],
  )
  const { readAt, reread } = read
  const failing = isTold && read.failing
  const isOffered = isTold && (queues !== undefined || !failing)
  return { isOffered, queues, failing, readAt, staleSince: failing ? readAt : null, reread }
}

/** A query that is read every 10 seconds while it is `asked` and the tab is visible. */
export function useRegularRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  asked = true,
) {
  const { data, current, error, readAt, reread, rereadInBackground } = useLastRead(query, variables, {
    pause: !asked,
  })
  const onTimer = useEffectEvent(() => {
    if (!document.hidden) rereadInBackground()
  })
  useEffect(() => {
    if (!asked) return
    const timer = setInterval(onTimer, REREAD_MS)
    document.addEventListener('visibilitychange', onTimer)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTimer)
    }
  }, [asked])
  const failing = error !== undefined
  return { data: current ? data : undefined, failing, readAt, staleSince: failing ? readAt : null, reread }
}
