import { taskDuration } from '#shared/domains/tasks/rules.ts'
import type { SortOrder } from '#web/lib/paging.ts'
import type { TaskDetail } from '../task.ts'

/** Rows that are drawn at first: a run may have thousands of tasks. */
export const FIRST_ROWS = 50

/** The worst first, then what goes on, then what has not begun or is done. */
const worst = ['failed', 'retry', 'started', 'queued', 'notstarted', 'skipped', 'ended']

/** What a task is sorted by; null where it has no such value yet. */
const valuesOf: Record<string, (task: TaskDetail, now: number) => number | string | null> = {
  name: ({ name }) => name,
  started: ({ started }) => started && Date.parse(started),
  ended: ({ ended }) => ended && Date.parse(ended),
  duration: (task, now) => {
    const duration = taskDuration(task)
    if (duration.kind === 'none') return null
    return duration.kind === 'running' ? now - duration.since : duration.ms
  },
  status: ({ status }) => (worst.includes(status) ? worst.indexOf(status) : worst.length),
}

/** The columns by which the tasks of a run are sorted, as the address names them. */
export const tableSortKeys: readonly string[] = Object.keys(valuesOf)

/**
 * The tasks in the order of a column; null is that of the workflow, which also stands among equal ones, but the failed
 * ones come first when not all are drawn at first, and with `urgentFirst`, where few fit on the screen, all that failed or
 * goes on. Tasks without the value are last in both directions.
 */
export function sortTasks<Task extends TaskDetail>(
  tasks: readonly Task[],
  sort: SortOrder | null,
  { now = Date.now(), urgentFirst = false } = {},
): readonly Task[] {
  const valueOf = sort && valuesOf[sort.key]
  if (!valueOf && urgentFirst) return tasks.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
  if (!valueOf) return tasks.length > FIRST_ROWS ? failedFirst(tasks) : tasks
  const known = tasks.map((task) => ({ task, value: valueOf(task, now) }))
  const sign = sort.descending ? -1 : 1
  return known
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      return sign * compared(a.value, b.value)
    })
    .map(({ task }) => task)
}

/** Its place among the statuses that failed or go on; one behind them for all others. */
function urgencyOf({ status }: TaskDetail): number {
  const place = worst.indexOf(status)
  return place < 0 || place > worst.indexOf('queued') ? worst.length : place
}

function failedFirst<Task extends TaskDetail>(tasks: readonly Task[]): readonly Task[] {
  const failed = tasks.filter(({ status }) => status === 'failed')
  return failed.length === 0 ? tasks : [...failed, ...tasks.filter(({ status }) => status !== 'failed')]
}

const compared = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b))

/** `shard 2` stands before `shard 10`. */
const byName = new Intl.Collator('en', { numeric: true })
