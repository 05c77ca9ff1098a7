import { useEffect, useMemo, useRef } from 'react'
import { type CombinedError, useQuery } from 'urql'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { type AttemptOfTask, taskAttemptsQuery } from '#web/domains/tasks/attempt-operations.ts'

export interface TaskAttempts {
  /** Oldest first; empty until they are read, and on a platform without them. */
  attempts: readonly AttemptOfTask[]
  /** Whether the platform tells them. */
  offered: boolean
  reading: boolean
  error: CombinedError | undefined
  reread(): void
}

const none: readonly AttemptOfTask[] = []

/** The attempts of a task; the latest is as the task itself is, which is live. */
export function useTaskAttempts(task: TaskDetail): TaskAttempts {
  const offered = useFeature('attempts')
  const [{ data, error, fetching, operation }, execute] = useQuery({
    query: taskAttemptsQuery,
    variables: { taskId: task.id },
    pause: !offered,
    requestPolicy: 'cache-and-network',
  })
  const mark = `${task.id} ${task.status} ${task.attempt}`
  const read = useRef(mark)
  useEffect(() => {
    if (!offered || read.current === mark) return
    const isOther = !read.current.startsWith(`${task.id} `)
    read.current = mark
    // Another task is read as its variables change.
    if (!isOther) execute({ requestPolicy: 'network-only' })
  }, [offered, mark, task.id, execute])
  const isOwn = operation?.variables.taskId === task.id
  const known = offered && isOwn ? data?.taskAttempts : undefined
  const attempts = useMemo(() => (known ? withLatest(known, task) : none), [known, task])
  return {
    attempts,
    offered,
    reading: offered && known === undefined && fetching,
    error: known ? undefined : error,
    reread: () => execute({ requestPolicy: 'network-only' }),
  }
}

/** The latest attempt with what the task tells since it was read; a new attempt is added before it is read. */
function withLatest(attempts: readonly AttemptOfTask[], task: TaskDetail): AttemptOfTask[] {
  const last = attempts.at(-1)
  const number = task.attempt ?? 0
  if (!last || number === 0 || number < (last.number ?? 0)) return [...attempts]
  const { alias, version, hostName, status, reason, queued, started, ended } = task
  const shown = { alias, version, hostName, status, reason }
  const times = { queuedAt: queued, startedAt: started, endedAt: ended }
  if (number === last.number) return [...attempts.slice(0, -1), { ...last, ...shown, ...times }]
  const next = { ...last, ...shown, ...times, number, ofRound: (last.ofRound ?? 0) + 1, lease: null }
  return [...attempts, next]
}
