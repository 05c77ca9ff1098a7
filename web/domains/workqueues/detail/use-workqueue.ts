import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type CombinedError, useClient, useQuery } from 'urql'
import { isOlderTask, isTerminalTask } from '#shared/domains/tasks/rules.ts'
import { isOlder, isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { workqueueTasksSubscription } from '#web/domains/tasks/operations.ts'
import { isAway, useRetryWhileAway } from '#web/lib/away.ts'
import { useLive } from '#web/realtime/use-live.ts'
import {
  type WorkqueueDetail,
  workqueueDetailQuery,
  workqueueStateQuery,
  workqueueSubscription,
} from './operations.ts'
import type { Reads } from './run-facts.tsx'

/** Minimum interval of reads of the state while tasks end, in milliseconds. */
const STATE_EVERY_MS = 2000

export interface ShownWorkqueue {
  workqueue: WorkqueueDetail | null
  /** Why nothing could be read; undefined while a workqueue is shown. */
  error: CombinedError | undefined
  /** When what is shown was last read or updated, and whether reads have failed since. */
  reads: Reads
  reread(): void
}

interface Shown {
  answer: WorkqueueDetail | null
  workqueue: WorkqueueDetail | null
}

/**
 * One workqueue with its tasks and state, read once and then live. With `untilEnded` one that has ended is read only once,
 * and the app is that of the workqueue.
 */
export function useWorkqueue(appId: string, id: string, { untilEnded = false } = {}): ShownWorkqueue {
  const variables = useMemo(() => ({ id }), [id])
  const [{ data, error }, execute] = useQuery({
    query: workqueueDetailQuery,
    variables,
    requestPolicy: 'cache-and-network',
  })
  const reread = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  useRetryWhileAway(isAway(error), reread)
  const found = data?.workqueue ?? null
  // A platform need not answer the app.
  const answer = useMemo(() => found && { ...found, appId: found.appId || appId }, [found, appId])
  const pause = untilEnded && (answer === null || isTerminal(answer.status))
  const liveApp = untilEnded && answer ? answer.appId : appId
  const channel = useMemo(() => ({ appId: liveApp, id }), [liveApp, id])
  useLive({ query: workqueueSubscription, variables: channel, pause, reread })
  // The subscription above reads everything again after a gap.
  useLive({ query: workqueueTasksSubscription, variables: channel, pause, reread: nothing })

  const [shown, setShown] = useState<Shown>({ answer, workqueue: answer })
  if (answer && answer !== shown.answer)
    setShown({ answer, workqueue: mergeWorkqueue(shown.workqueue, answer) })
  const readAt = useReadAt(answer)
  useStateReread(shown.workqueue)
  return {
    workqueue: shown.workqueue,
    error: shown.workqueue ? undefined : error,
    reads: { readAt, failing: error !== undefined },
    reread,
  }
}

/** When an answer was last another one, in milliseconds since 1970. */
function useReadAt(answer: unknown): number {
  const [readAt, setReadAt] = useState(0)
  const known = useRef<unknown>(null)
  useEffect(() => {
    if (known.current !== answer) setReadAt(Date.now())
    known.current = answer
  }, [answer])
  return readAt
}

const nothing = () => undefined

/** Reads the state again when tasks or the workqueue have ended: live events do not have it. */
function useStateReread(workqueue: WorkqueueDetail | null): void {
  const client = useClient()
  const id = workqueue?.id
  const mark =
    workqueue && `${workqueue.status} ${workqueue.tasks.filter((task) => task.status === 'ended').length}`
  const lastMark = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const isFirst = lastMark.current === null
    lastMark.current = mark
    if (isFirst || id === undefined) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void client.query(workqueueStateQuery, { id }, { requestPolicy: 'network-only' }).toPromise()
    }, STATE_EVERY_MS)
  }, [client, id, mark])
  useEffect(() => () => clearTimeout(timer.current), [])
}

/**
 * Selects the state to show when `next` arrives while `known` is shown: `next`, except where its status of
 * the workqueue or of a task is older. Tasks are taken or kept whole, whatever their fields. Unchanged tasks
 * keep their identity, so that only changed ones render.
 */
export function mergeWorkqueue(known: WorkqueueDetail | null, next: WorkqueueDetail): WorkqueueDetail {
  if (!known || known.id !== next.id) return next
  const knownTasks = new Map(known.tasks.map((task) => [task.id, task]))
  const tasks = next.tasks.map((task) => {
    const shown = knownTasks.get(task.id)
    return shown && isOlderTask(shown, task) ? shown : task
  })
  const { status, started, ended } = isOlder(known, next) || !isReopened(known, next, tasks) ? known : next
  return { ...next, status, started, ended, tasks }
}

/**
 * A workqueue that has ended runs again only when one of its tasks does (a restart); otherwise `next` is
 * older.
 */
function isReopened(known: WorkqueueDetail, next: WorkqueueDetail, tasks: WorkqueueDetail['tasks']): boolean {
  if (!isTerminal(known.status) || isTerminal(next.status)) return true
  return tasks.some((task) => !isTerminalTask(task.status))
}
