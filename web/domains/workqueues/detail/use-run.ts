import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery, type CombinedError } from 'urql'
import { useLive } from '#web/realtime/use-live.ts'
import { workqueueTasksSubscription } from '#web/domains/tasks/operations.ts'
import {
  workqueueDetailQuery,
  workqueueStateQuery,
  workqueueSubscription,
  type WorkqueueDetail,
} from '../detail-operations.ts'
import { mergeWorkqueue } from './merge-run.ts'

/** Minimum interval of reads of the state while tasks end, in milliseconds. */
export const STATE_EVERY_MS = 2000

export interface ShownWorkqueue {
  run: WorkqueueDetail | null
  /** Why nothing could be read; undefined while a workqueue is shown. */
  error: CombinedError | undefined
  reread(): void
}

/** One workqueue with its tasks and state, read once and then live. */
export function useWorkqueue(appId: string, id: string): ShownWorkqueue {
  const variables = useMemo(() => ({ id }), [id])
  const channel = useMemo(() => ({ appId, id }), [appId, id])
  const [{ data, error }, execute] = useQuery({
    query: workqueueDetailQuery,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const reread = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  useLive({ query: workqueueSubscription, variables: channel, pause: false, reread })
  // The subscription above reads everything again after a gap.
  useLive({ query: workqueueTasksSubscription, variables: channel, pause: false, reread: nothing })

  const answer = data?.workqueue ?? null
  const [shown, setShown] = useState<{ answer: WorkqueueDetail | null; run: WorkqueueDetail | null }>({
    answer,
    run: answer,
  })
  if (answer && answer !== shown.answer) setShown({ answer, run: mergeWorkqueue(shown.run, answer) })
  useStateReread(shown.run)
  return { run: shown.run, error: shown.run ? undefined : error, reread }
}

const nothing = () => undefined

/** Reads the state again when tasks or the workqueue have ended: live events do not have it. */
function useStateReread(run: WorkqueueDetail | null): void {
  const client = useClient()
  const id = run?.id
  const mark = run && `${run.status} ${run.tasks.filter((task) => task.status === 'ended').length}`
  const seen = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const isFirst = seen.current === null
    seen.current = mark
    if (isFirst || id === undefined) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void client.query(workqueueStateQuery, { id }, { requestPolicy: 'network-only' }).toPromise()
    }, STATE_EVERY_MS)
  }, [client, id, mark])
  useEffect(() => () => clearTimeout(timer.current), [])
}
