import { branchDepths } from '#shared/domains/tasks/branches.ts'
import { fanOutsOf } from '#shared/domains/tasks/fan-out.ts'
import { errorTaskIds, orderTasks } from '#shared/domains/tasks/order.ts'
import type { PlanGridGroup, PlanGridTask, PlanStats } from '#shared/domains/workqueues/stats-contract.ts'
import { gridLetters, NO_TASK } from '#shared/domains/workqueues/statuses.ts'
import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { LaidTask, StatsRun } from './stats-runs.ts'
import type { CountedTask } from './stats-times.ts'

/** Runs and tasks of a plan, as a grid shows them. */
type Grid = Pick<PlanStats, 'runs' | 'tasks' | 'groups'>

const statusOfLetter = new Map<string, TaskStatus>(
  Object.entries(gridLetters).map(([mark, letter]) => [
    letter,
    mark === 'retried' ? 'ended' : mark === 'cancelled' ? 'skipped' : (mark as TaskStatus),
  ]),
)

/**
 * The grid of a plan. Its tasks are those of the newest run in the order of the workflow, those that run on a failure last;
 * then those that only older runs or the figures have.
 */
export function gridOf(
  runs: readonly StatsRun[],
  layout: { tasks: readonly LaidTask[]; errorTasks: readonly string[] },
  figures: readonly CountedTask[],
): Grid {
  const onFailure = errorTaskIds(layout.tasks, layout.errorTasks)
  const ordered = orderTasks(layout.tasks)
  const laid = [
    ...ordered.filter(({ id }) => !onFailure.has(id)),
    ...ordered.filter(({ id }) => onFailure.has(id)),
  ]
  const depths = branchDepths(laid)
  const fanOuts = fanOutsOf(layout.tasks)
  const groupOf = new Map(fanOuts.flatMap(({ key, taskIds }) => taskIds.map((id) => [id, key] as const)))
  const layoutOf = new Map(laid.map((task) => [task.name, task]))
  const aliasOf = (name: string) => layoutOf.get(name)?.alias ?? ''
  const figuresOf = new Map(figures.map((task) => [task.name, task]))
  const names = [
    ...new Set(
      [laid, figures]
        .flatMap((tasks) => tasks.map(({ name }) => name))
        .concat(...runs.map((run) => run.names)),
    ),
  ]
  const places = runs.map((run) => new Map(run.names.map((name, place) => [name, place])))
  const ranOf = (name: string) =>
    runs.map((run, index) => {
      const place = places[index]!.get(name)
      return place === undefined ? null : (run.ran[place] ?? null)
    })

  const tasks = names.map((name): PlanGridTask => {
    const { id, type = '' } = layoutOf.get(name) ?? { id: '' }
    const group = groupOf.get(id) ?? null
    return {
      ...(figuresOf.get(name) ? withoutCounts(figuresOf.get(name)!) : { name, ...noFigures }),
      type,
      alias: aliasOf(name),
      depth: depths.get(id) ?? 0,
      group,
      ranMs: group === null ? ranOf(name) : null,
    }
  })
  const nameOf = new Map(laid.map(({ id, name }) => [id, name]))
  const groups = fanOuts.map(({ key, name, taskIds }): PlanGridGroup => {
    const own = taskIds.map((id) => nameOf.get(id) ?? '')
    const counts = own.flatMap((each) => figuresOf.get(each) ?? [])
    const finished = counts.reduce((sum, each) => sum + each.finished, 0)
    const succeeded = counts.reduce((sum, each) => sum + each.succeeded, 0)
    const ran = own.map(ranOf)
    return {
      _id: key,
      name,
      successRate: finished === 0 ? null : succeeded / finished,
      p95Ms: percentile95(ran.flat()),
      ranMs: runs.map((_, index) => percentile95(ran.map((each) => each[index] ?? null))),
    }
  })
  return { runs: runs.map((run, index) => shownRun(run, names, places[index]!, aliasOf)), tasks, groups }
}

const noFigures = { successRate: null, medianMs: null, p95Ms: null, waitMedianMs: null, waitP95Ms: null }

function withoutCounts({ succeeded: _, finished: __, ...figures }: CountedTask) {
  return figures
}

function shownRun(
  run: StatsRun,
  names: readonly string[],
  places: ReadonlyMap<string, number>,
  aliasOf: (name: string) => string,
): PlanStats['runs'][number] {
  const letterAt = (place: number | undefined) =>
    place === undefined ? NO_TASK : (run.marks[place] ?? NO_TASK)
  return {
    _id: run.id,
    status: run.status,
    created: run.created.toISOString(),
    started: run.started?.toISOString() ?? null,
    tags: run.tags,
    activeMs: run.activeMs,
    activeSince: run.activeSince?.toISOString() ?? null,
    tasks: Object.fromEntries(
      run.names.map((name, place) => [name, statusOfLetter.get(letterAt(place)) ?? 'notstarted']),
    ),
    queuedOn: Object.fromEntries(
      Object.entries(run.queuedOn).filter(([name, alias]) => alias !== aliasOf(name)),
    ),
    marks: names.map((name) => letterAt(places.get(name))).join(''),
  }
}

/** The 95th percentile of what is known, between two values in proportion; null for none. */
function percentile95(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b)
  if (known.length === 0) return null
  const place = 0.95 * (known.length - 1)
  const [low, high] = [known[Math.floor(place)]!, known[Math.ceil(place)]!]
  return Math.round(low + (high - low) * (place % 1))
}
