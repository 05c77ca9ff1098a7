import { gridLetters } from '#shared/domains/workqueues/statuses.ts'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import type { PlanGrid } from './operations.ts'

/** What a square of the grid shows. `none`: the run has no such task. */
export type GridMark = keyof typeof gridMessages.marks

/** A line of the grid: a task, or a fan-out. */
export interface GridRow {
  key: string
  name: string
  depth: number
  /** Of each run, oldest first. */
  marks: readonly GridMark[]
  /** The part of its finished squares, of a fan-out those of its tasks, that are not red; null without a finished one. */
  good: number | null
  /** The part of its finished attempts that ended well: less than of the squares where tasks were tried again. */
  successRate: number | null
  p95Ms: number | null
  /** Milliseconds in each run, oldest first; null: it has not run. Empty where it is not known. */
  ranMs: readonly (number | null)[]
  /** The number of tasks of a fan-out; null for a task. */
  folds: number | null
  /** The name of the fan-out; null for a task. */
  group: string | null
  isOpen: boolean
}

const markOfLetter = new Map<string, GridMark>(
  Object.entries(gridLetters).map(([mark, letter]) => [letter, mark as GridMark]),
)

/** From the worst to the best. */
const severity: readonly GridMark[] = [
  'failed',
  'nobody',
  'retry',
  'started',
  'queued',
  'notstarted',
  'cancelled',
  'retried',
  'ended',
  'skipped',
  'none',
]

/** The worst of some marks. */
export function worstMark(marks: Iterable<GridMark>): GridMark {
  let worst: GridMark = 'none'
  for (const mark of marks) if (severity.indexOf(mark) < severity.indexOf(worst)) worst = mark
  return worst
}

/** The part of the finished marks that are no failure; null without a finished one. */
export function goodPart(marks: readonly GridMark[]): number | null {
  const failed = marks.filter((mark) => mark === 'failed').length
  const ended = marks.filter((mark) => mark === 'ended' || mark === 'retried').length
  return ended + failed === 0 ? null : ended / (ended + failed)
}

/**
 * The lines of the grid, in the order of the workflow. A fan-out stands in the place of its first task, and above its tasks
 * while it is `open`, by its name. `unpolled` are the queues that no worker asks for tasks, by type and alias.
 */
export function gridRows(
  { tasks, groups, runs }: Pick<PlanGrid, 'tasks' | 'groups' | 'runs'>,
  open: ReadonlySet<string>,
  unpolled: ReadonlySet<string>,
): GridRow[] {
  const oldestFirst = runs.toReversed()
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const members = new Map<string, number[]>()
  tasks.forEach(({ group }, index) => {
    if (group !== null && groupOf.has(group)) members.set(group, [...(members.get(group) ?? []), index])
  })
  const marksOf = (index: number): GridMark[] => {
    const { name, type, alias } = tasks[index]!
    return oldestFirst.map(({ marks, queuedOn }) => {
      const mark = markOfLetter.get(marks[index] ?? '') ?? 'none'
      if (mark !== 'queued') return mark
      const own = isAliases(queuedOn) && Object.hasOwn(queuedOn, name) ? queuedOn[name] : alias
      return unpolled.has(`${type} ${own}`) ? 'nobody' : 'queued'
    })
  }
  const taskRow = (index: number, depth: number): GridRow => {
    const { name, successRate, p95Ms, ranMs } = tasks[index]!
    const line = numbersOf(ranMs).toReversed()
    const marks = marksOf(index)
    return {
      key: name,
      name,
      depth,
      marks,
      good: goodPart(marks),
      successRate,
      p95Ms,
      ranMs: line,
      folds: null,
      group: null,
      isOpen: false,
    }
  }
  const shown = new Set<string>()
  return tasks.flatMap((task, index) => {
    const depth = task.depth ?? 0
    const group = task.group === null ? undefined : groupOf.get(task.group)
    if (!group) return [taskRow(index, depth)]
    if (shown.has(group.id)) return []
    shown.add(group.id)
    const own = members.get(group.id) ?? []
    const each = own.map(marksOf)
    const isOpen = open.has(group.name)
    const folded: GridRow = {
      key: `${group.name} of ${task.name}`,
      name: gridMessages.tasksOf(own.length, group.name),
      depth: Math.max(0, depth - 1),
      marks: oldestFirst.map((_, run) => worstMark(each.map((marks) => marks[run]!))),
      good: goodPart(each.flat()),
      successRate: group.successRate,
      p95Ms: group.p95Ms,
      ranMs: numbersOf(group.ranMs).toReversed(),
      folds: own.length,
      group: group.name,
      isOpen,
    }
    return isOpen ? [folded, ...own.map((member) => taskRow(member, depth))] : [folded]
  })
}

/** Task name -> alias in which it waits. */
const isAliases = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numbersOf = (values: unknown): (number | null)[] =>
  Array.isArray(values) ? values.map((value) => (typeof value === 'number' ? value : null)) : []
