import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from 'urql'
import { taskAttemptsQuery } from '#web/domains/tasks/attempt-operations.ts'
import { useFeature } from '#web/lib/features.ts'
import { useDebounced } from '#web/lib/use-time.ts'
import {
  type TimelineAttempt,
  attemptsByTask,
  attemptsOf,
  pastByTask,
  type TimelineTask,
} from './attempts.ts'
import { useAfterPaint } from '#web/lib/use-time.ts'
import { workqueueAttemptsQuery } from './operations.ts'

/** Time without a new attempt before past ones are read again, in milliseconds. */
const SETTLED_MS = 400

/** With more tasks past attempts are added when the latest ones are on the screen. */
const MANY_TASKS = 1000

/** Rises with every attempt that another one follows. */
const attemptsBefore = (tasks: readonly TimelineTask[]) =>
  tasks.reduce(
    (sum, { attempt, status }) => sum + Math.max(0, (attempt ?? 0) - (status === 'queued' ? 0 : 1)),
    0,
  )

/**
 * The attempts of every task of a run, live: past ones are read and read again when another follows, the latest one is
 * the task itself. On a platform without attempts only the latest ones are known.
 */
export function useRunAttempts(
  workqueueId: string,
  tasks: readonly TimelineTask[],
): ReadonlyMap<string, readonly TimelineAttempt[]> {
  const offered = useFeature('attempts')
  const followed = useDebounced(attemptsBefore(tasks), SETTLED_MS)
  const pause = !offered || followed === 0
  const variables = useMemo(() => ({ id: workqueueId }), [workqueueId])
  const [{ data }, execute] = useQuery({
    query: workqueueAttemptsQuery,
    variables,
    pause,
    requestPolicy: 'cache-and-network',
  })
  const read = useRef(followed)
  useEffect(() => {
    const known = read.current
    read.current = followed
    // The first read is the query's own.
    if (!pause && known !== 0 && known !== followed) execute({ requestPolicy: 'network-only' })
  }, [pause, followed, execute])
  const painted = useAfterPaint()
  // The first paint of a large run has the latest attempts only.
  const ready = painted || tasks.length < MANY_TASKS
  const rows = pause || !ready ? undefined : data?.workqueueAttempts
  const past = useMemo(() => pastByTask(rows ?? []), [rows])
  const attempts = useMemo(() => attemptsByTask(tasks, past), [tasks, past])
  const known = useLatestRound(offered, attempts)
  return useMemo(
    () => (known === none ? attempts : attemptsByTask(tasks, past, known)),
    [tasks, past, known, attempts],
  )
}

const none: ReadonlyMap<string, readonly TimelineAttempt[]> = new Map()

/**
 * The whole attempts of one task that was restarted last and whose latest attempt is the first of its round: who
 * restarted it is only told with the attempts of the task.
 */
function useLatestRound(
  offered: boolean,
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
): ReadonlyMap<string, readonly TimelineAttempt[]> {
  const restarted = useMemo(() => lastRestarted(attempts), [attempts])
  const [taskId = '', number = 0] = restarted ?? []
  const variables = useMemo(() => ({ taskId }), [taskId])
  const pause = !offered || taskId === ''
  const [{ data, operation }, execute] = useQuery({ query: taskAttemptsQuery, variables, pause })
  const told = !pause && operation?.variables.taskId === taskId ? data?.taskAttempts : undefined
  const missing = told !== undefined && !told.some((row) => row.number === number)
  useEffect(() => {
    if (missing) execute({ requestPolicy: 'network-only' })
  }, [missing, execute, number])
  return useMemo(() => (told ? new Map([[taskId, attemptsOf(told)]]) : none), [taskId, told])
}

function lastRestarted(attempts: ReadonlyMap<string, readonly TimelineAttempt[]>): [string, number] | null {
  let found: { id: string; number: number; at: number } | null = null
  for (const [id, own] of attempts) {
    const latest = own.at(-1)
    if (!latest || latest.round === 0 || latest.actor !== null) continue
    const at = latest.queued ?? latest.started ?? 0
    if (!found || at > found.at) found = { id, number: latest.number, at }
  }
  return found && [found.id, found.number]
}
