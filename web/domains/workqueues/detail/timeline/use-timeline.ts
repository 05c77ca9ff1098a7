import { useMemo } from 'react'
import { errorTaskIds } from '#shared/domains/tasks/order.ts'
import type { Fold } from '#web/graph/fold.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import type { RunViewProps } from '../run-view.ts'
import type { TimelineAttempt } from './attempts.ts'
import { criticalPath, type CriticalPath } from './critical-path.ts'
import { type Domain, domainOf } from './domain.ts'
import { foldedRows, rowPlaces, type TimelineRowTasks } from './fan-out/folded-rows.ts'
import { isGoing } from './moments.ts'
import { type Restart, restartsOf } from './restarts.ts'
import { orderedRows } from './rows.ts'
import type { TimelineOptions } from './use-options.ts'
import { useRunAttempts } from './use-run-attempts.ts'

type RunTask = RunViewProps['tasks'][number]

/** Everything that the timeline of a run draws, except what depends on its size. */
export interface Timeline {
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>
  rows: readonly TimelineRowTasks<RunTask>[]
  /** The attempts of the tasks of each row, by its id. */
  ofRow: ReadonlyMap<string, readonly TimelineAttempt[]>
  /** The row of each task, from 0. */
  rowOf: ReadonlyMap<string, number>
  path: CriticalPath
  restarts: readonly Restart[]
  /** Null while nothing has begun. */
  domain: Domain | null
  /** Whether there may be further events. */
  going: boolean
  /** The time up to which the axis and the path are computed; bars follow the clock by themselves. */
  now: number
}

/** What the axis and the path of a run follow from; renewed with every change, and seldom as time passes. */
export function useTimeline(
  props: RunViewProps,
  options: TimelineOptions,
  { fanOuts, open }: { fanOuts: readonly Fold[]; open: ReadonlySet<string> },
): Timeline {
  const { run, tasks, usual, expected, selected } = props
  const attempts = useRunAttempts(run.id, tasks)
  const going = run.status === 'started' || isGoing(tasks)
  const begun = useMemo(() => firstEvent(attempts), [attempts])
  const now = useOfNow(500, (clock) => (going ? roundedUp(knownUntil(clock), begun) : 0)) || run.ended || 0
  const moment = typeof now === 'string' ? Date.parse(now) : now
  const aside = useMemo(() => errorTaskIds(tasks, run.errorTasks), [tasks, run.errorTasks])
  const path = useMemo(
    () => criticalPath(tasks, attempts, { now: moment, aside }),
    [tasks, attempts, moment, aside],
  )
  const ordered = useMemo(
    () => orderedRows(tasks, attempts, { order: options.order, now: moment, aside }),
    [tasks, attempts, options.order, moment, aside],
  )
  const rows = useMemo(() => {
    return foldedRows(ordered, fanOuts, { open, path: new Set(path.taskIds), selected })
  }, [ordered, fanOuts, open, path, selected])
  const rowOf = useMemo(() => rowPlaces(rows), [rows])
  const ofRow = useMemo(() => attemptsOfRows(rows, attempts), [rows, attempts])
  const restarts = useMemo(() => restartsOf(attempts), [attempts])
  const domain = useMemo(
    () => domainOf(tasks, attempts, { now: moment, going, usual, expected }),
    [tasks, attempts, moment, going, usual, expected],
  )
  return useMemo(
    () => ({ attempts, rows, ofRow, rowOf, path, restarts, domain, going, now: moment }),
    [attempts, rows, ofRow, rowOf, path, restarts, domain, going, moment],
  )
}

const none: readonly TimelineAttempt[] = []

function attemptsOfRows(
  rows: Timeline['rows'],
  attempts: Timeline['attempts'],
): Map<string, readonly TimelineAttempt[]> {
  const of = ({ id }: RunTask) => attempts.get(id) ?? none
  return new Map(rows.map(({ id, tasks }) => [id, tasks.length === 1 ? of(tasks[0]) : tasks.flatMap(of)]))
}

function firstEvent(attempts: ReadonlyMap<string, readonly TimelineAttempt[]>): number {
  let first = Infinity
  for (const [attempt] of attempts.values())
    first = Math.min(first, attempt?.queued ?? attempt?.started ?? Infinity)
  return first
}

/** A moment after now: the older the run, the rarer it moves on. */
function roundedUp(clock: number, begun: number): number {
  const age = Number.isFinite(begun) ? Math.max(0, clock - begun) : 0
  const grain = Math.min(10_000, Math.max(500, 500 * 2 ** Math.floor(Math.log2(Math.max(1, age / 32_000)))))
  return Math.ceil(clock / grain) * grain
}
