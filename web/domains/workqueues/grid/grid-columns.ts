import { activeMsAt } from '#shared/domains/workqueues/list-rows.ts'
import { gridLetters } from '#shared/domains/workqueues/statuses.ts'
import { formatDay } from '#web/ui/time/moment.tsx'
import type { PlanGrid } from './operations.ts'

/** A run as a column of the grid. */
export interface GridColumn {
  id: string
  status: string
  /** Its start, else its creation. */
  at: string
  /** Milliseconds in which a task ran or waited; null where it is not known. */
  ms: number | null
  /** It is the first run of its day. */
  beginsDay: boolean
  /** It takes longer than 9 of 10 did, and does not only wait. */
  isLate: boolean
}

/** The columns of the grid, oldest first, at the time `now`; days are those of the user. */
export function gridColumns(
  { runs, expected }: Pick<PlanGrid, 'runs' | 'expected'>,
  now: number,
): GridColumn[] {
  const late = expected?.p90Ms ?? Infinity
  let day = ''
  return runs.toReversed().map((run) => {
    const at = run.started ?? run.created ?? new Date(now).toISOString()
    const before = day
    day = formatDay(Date.parse(at))
    const ms = activeMsAt(run, now)
    const isLate = run.status === 'started' && !onlyWaits(run) && ms !== null && ms > late
    return { id: run.id, status: run.status, at, ms, beginsDay: day !== before, isLate }
  })
}

/** Whether tasks wait and none runs: their queues hold it, which is not its own lateness. */
const onlyWaits = ({ marks }: PlanGrid['runs'][number]) =>
  marks.includes(gridLetters.queued) && !marks.includes(gridLetters.started)

/** How high the bars are. */
export interface DurationScale {
  /** Milliseconds at the top. */
  top: number
  /** Milliseconds between two lines. */
  step: number
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]
/** The units of steps in milliseconds, and how many of each are read at once. Durations are written in tenths of a second. */
const units: readonly (readonly [ms: number, counts: readonly number[]])[] = [
  [SECOND / 10, [1, 2, 5]],
  [SECOND, [1, 2, 5, 10, 15, 20, 30]],
  [MINUTE, [1, 2, 5, 10, 15, 20, 30]],
  [HOUR, [1, 2, 3, 6, 12]],
  [DAY, [1, 2, 5, 10, 20, 50, 100]],
]
const steps = units.flatMap(([ms, counts]) => counts.map((count) => count * ms))
/** Steps of the scale. */
const STEPS = 3

/**
 * One scale for all bars: 4 of 5 fit, unless they take more than three times of what is usual, and so does half as much again
 * as usual. All fit where the longest is not much longer than that; else the others would be too low to be compared.
 */
export function durationScale(lengths: readonly (number | null)[], usualMs: number | null): DurationScale {
  const known = lengths.filter((ms) => ms !== null).sort((a, b) => a - b)
  const most = known.at(-1) ?? 0
  const fourOfFive = known[Math.max(0, Math.ceil(known.length * 0.8) - 1)] ?? 0
  const usual = usualMs ?? 0
  const fits = Math.max(usual > 0 ? Math.min(fourOfFive, usual * 3) : fourOfFive, usual * 1.5, 1)
  const wanted = most <= fits * 1.5 ? Math.max(most, usual, 1) : fits
  const step = steps.find((each) => each * STEPS >= wanted) ?? Math.ceil(wanted / STEPS / DAY) * DAY
  return { top: step * STEPS, step }
}

/** Columns that the label above a bar needs. */
const LABEL_COLUMNS = 4

/**
 * Where the labels of the bars stand that are longer than the scale: above them, or upright in them where those of near ones
 * would meet. All stand in the same way, so that they are compared at a glance.
 */
export function labelPlace(lengths: readonly (number | null)[], { top }: DurationScale): 'above' | 'upright' {
  const cut = lengths.flatMap((ms, index) => (ms !== null && ms > top ? [index] : []))
  const meets = cut.some((index, place) => place > 0 && index - cut[place - 1]! < LABEL_COLUMNS)
  return meets ? 'upright' : 'above'
}

/** The points of a line of what a task ran in each run; gaps are passed over. Null for fewer than two values. */
export function sparkPoints(
  values: readonly (number | null)[],
  width: number,
  height: number,
): string | null {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (known.length < 2) return null
  const most = Math.max(1, ...known.map(({ value }) => value))
  const step = (width - 2) / Math.max(1, values.length - 1)
  return known
    .map(
      ({ value, index }) =>
        `${(1 + index * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
    )
    .join(' ')
}

/** How the listed runs ended. One that was cancelled has neither completed nor failed. */
export function outcomesOf(runs: PlanGrid['runs']): {
  completed: number
  finished: number
  cancelled: number
} {
  const count = (...statuses: string[]) => runs.filter(({ status }) => statuses.includes(status)).length
  return {
    completed: count('completed'),
    finished: count('completed', 'failed'),
    cancelled: count('cancelled'),
  }
}

/** Fewer earlier runs say too little about what is usual. */
const USUAL_FROM = 20

/** The part of the earlier runs that completed; null where too few are known. */
export function usualPart({ earlier }: Pick<PlanGrid, 'earlier'>): number | null {
  const { completed, finished } = earlier ?? {}
  return completed == null || finished == null || finished < USUAL_FROM ? null : completed / finished
}
