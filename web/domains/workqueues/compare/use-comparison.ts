import { useMemo, useState } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { useLostAt } from '#web/realtime/live-status.ts'
import { useRunAttempts } from '../detail/timeline/use-run-attempts.ts'
import { usePlanStats } from '../stats/use-plan-stats.ts'
import { commonFailure, type CommonFailure, type Divergence, firstDiverged } from './divergence.ts'
import { type ComparedRow, type Comparison, compareTasks } from './task-differences.ts'
import { type Both, type ComparedRun, type Side, sides } from './task-pairs.ts'
import { useLastGood } from './use-last-good.ts'

/** Two runs side by side. */
export interface ShownComparison {
  comparison: Comparison
  rows: ComparedRow[]
  divergence: Divergence | null
  common: CommonFailure | null
  /** The side of the run that the page is about. */
  here: Side
  /** The other run is the one that `useLastGood` finds. */
  isLastGood: boolean
  /** Why it is this one of all good runs; null where nothing decided. */
  goodChoice: string | null
}

/** Above this number of tasks running times are renewed every ten seconds instead of every second. */
const MANY_TASKS = 1000

/**
 * Compares two runs, live while one of them is under way. The older one is on the left, with `swap` the later one.
 */
export function useComparison(self: ComparedRun, other: ComparedRun, swap: boolean): ShownComparison {
  const here: Side = isOlderRun(self, other) === swap ? 'right' : 'left'
  const runs = useMemo(
    (): Both<ComparedRun> => (here === 'left' ? { left: self, right: other } : { left: other, right: self }),
    [here, self, other],
  )
  const usual = usePlanStats(self)?.usual ?? noUsual
  const ownAttempts = useRunAttempts(self.id, self.tasks)
  const otherAttempts = useRunAttempts(other.id, other.tasks)
  const attempts = useMemo(() => new Map([...ownAttempts, ...otherAttempts]), [ownAttempts, otherAttempts])
  const now = useRunningTime(runs)
  const comparison = useMemo(
    (): Comparison => ({ runs, here, attempts, usual, now }),
    [runs, here, attempts, usual, now],
  )
  const rows = useMemo(() => compareTasks(comparison), [comparison])
  const divergence = useMemo(() => firstDiverged(rows, comparison), [rows, comparison])
  const common = useMemo(() => commonFailure(rows, divergence), [rows, divergence])
  const good = useLastGood(self)
  const isLastGood = good?.id === other.id
  const choice = isLastGood ? good.choice : null
  const goodChoice = choice && compareMessages.goodChoice(choice)
  return { comparison, rows, divergence, common, here, isLastGood, goodChoice }
}

const noUsual = new Map<string, never>()

/** Whether a run was created before another; of two of one moment the first one is. */
function isOlderRun(run: ComparedRun, other: ComparedRun): boolean {
  return Date.parse(run.created) < Date.parse(other.created)
}

/** The time by which running tasks are measured; stands still without one, and while the connection is lost. */
function useRunningTime(runs: Both<ComparedRun>): number {
  const isLost = useLostAt() !== null
  const tasks = sides.reduce((sum, side) => sum + runs[side].tasks.length, 0)
  const runsOn = sides.some(
    (side) => !isTerminal(runs[side].status) && runs[side].tasks.some(({ status }) => status === 'started'),
  )
  const step = tasks > MANY_TASKS ? 10_000 : 1000
  const now = useOfNow(step === 1000 ? 500 : 10_000, (time) =>
    runsOn && !isLost ? Math.floor(time / step) * step : 0,
  )
  const [last, setLast] = useState(now)
  if (now !== 0 && now !== last) setLast(now)
  return now || last
}
