import { isCancelledTask } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { type ComparedRow, failedSide, isReachedByNone, isUnreached } from './task-differences.ts'
import { type Both, type ComparedRun, type ComparedTask, type Side, sides } from './task-pairs.ts'

/** Tasks that one run did not reach, as one row. */
export interface FoldedRow {
  kind: 'folded'
  key: string
  side: Side
  rows: ComparedRow[]
  /** Milliseconds that they ran in the other run, all together. */
  ranMs: number
  /** What they wait for; null where it is not known. */
  waits: string | null
  open: boolean
}

export interface TaskRowShown {
  kind: 'task'
  key: string
  row: ComparedRow
  /** It belongs to the folded row above it. */
  member: boolean
}

export type ShownRow = FoldedRow | TaskRowShown

/** Fewer tasks that were not reached have a row each. */
const FOLD_FROM = 2

const shownTask = (row: ComparedRow, member = false): TaskRowShown => ({
  kind: 'task',
  key: row.key,
  row,
  member,
})

/**
 * The rows to show. Tasks that one run did not reach are one row, in the place of the first; `open` has the keys of the
 * folded rows whose tasks are listed. With `only` without those that do not differ.
 */
export function shownRows(
  rows: readonly ComparedRow[],
  runs: Both<ComparedRun>,
  { only, open }: { only: boolean; open: ReadonlySet<string> },
): ShownRow[] {
  const unreached = Object.fromEntries(
    sides.map((side) => [side, rows.filter((row) => row.difference === 'unreached' && row.side === side)]),
  ) as Both<ComparedRow[]>
  const shown: ShownRow[] = []
  for (const row of rows) {
    const group = row.difference === 'unreached' && row.side ? unreached[row.side] : null
    if (!group || !row.side || group.length < FOLD_FROM) {
      if (!only || row.difference !== 'same') shown.push(shownTask(row))
    } else if (group[0] === row) {
      const folded = foldedRow(group, row.side, runs[row.side], open)
      shown.push(folded, ...(folded.open ? group.map((member) => shownTask(member, true)) : []))
    }
  }
  return shown
}

function foldedRow(rows: ComparedRow[], side: Side, run: ComparedRun, open: ReadonlySet<string>): FoldedRow {
  const key = `/unreached ${side}`
  const other = side === 'left' ? 'right' : 'left'
  const ranMs = rows.reduce((sum, { ran }) => sum + (ran[other].ms ?? 0), 0)
  return { kind: 'folded', key, side, rows, ranMs, waits: waitedFor(rows, side, run), open: open.has(key) }
}

/** What the tasks wait for that a run has not reached. */
export function waitedFor(rows: readonly ComparedRow[], side: Side, run: ComparedRun): string | null {
  const tasks = rows.flatMap((row) => row[side] ?? [])
  if (run.status === 'cancelled') return compareMessages.cancelledBefore
  const causes = causesOfWait(tasks, run).map(({ name }) => name)
  return causes.length === 0 ? null : compareMessages.waitFor(causes, tasks.length)
}

/** The tasks that hold others back: those that they depend on directly or indirectly and that have not ended. */
function causesOfWait(waiting: readonly ComparedTask[], run: ComparedRun): ComparedTask[] {
  const byReference = new Map(run.tasks.map((task) => [task.name, task]))
  for (const task of run.tasks) byReference.set(task.id, task)
  const isPassed = (task: ComparedTask) =>
    task.status === 'ended' || task.status === 'skipped' || (task.status === 'failed' && task.continueOnError)
  const causes = new Set<ComparedTask>()
  let isHeld = false
  for (const task of waiting) {
    const before = task.depends.flatMap((reference) => byReference.get(reference) ?? [])
    for (const each of before) if (!isUnreached(each) && !isPassed(each)) causes.add(each)
    if (before.every(isPassed)) isHeld = true
  }
  // A task whose dependencies have ended is held back by the failures of the run.
  return run.tasks.filter((task) => causes.has(task) || (isHeld && isFailure(task)))
}

const isFailure = (task: ComparedTask) => task.status === 'failed' && !task.continueOnError

/** A part of the line that sums up the tasks. */
export interface SummaryPart {
  text: string
  /** It tells of a failure. */
  failed: boolean
}

/** The side whose cancel stopped the task, in its attempt or before; null for none, and where a failure comes first. */
function cancelledSide(row: ComparedRow): Side | null {
  if (failedSide(row) !== null) return null
  const isStopped = (side: Side) => {
    const task = row[side]
    return task !== null && isCancelledTask(task)
  }
  if (row.difference === 'unreached') return row.side !== null && isStopped(row.side) ? row.side : null
  return row.difference === 'status' ? (sides.find(isStopped) ?? null) : null
}

/** How many tasks differ in what: `3 the same`, `1 failed`, ... */
export function summaryOf(
  rows: readonly ComparedRow[],
  runs: Both<ComparedRun>,
  names: Both<string>,
): SummaryPart[] {
  const parts: SummaryPart[] = []
  const add = (chosen: (row: ComparedRow) => boolean, words: (count: number) => string, failed = false) => {
    const count = rows.filter(chosen).length
    if (count > 0) parts.push({ text: words(count), failed })
  }
  add((row) => row.difference === 'same' && !isReachedByNone(row), compareMessages.differing.same)
  add(isReachedByNone, compareMessages.startedInNone)
  for (const difference of ['version', 'alias', 'inputs', 'time', 'open'] as const)
    add((row) => row.difference === difference, compareMessages.differing[difference])
  add(
    (row) => row.difference === 'status' && failedSide(row) === null && cancelledSide(row) === null,
    compareMessages.differing.status,
  )
  add((row) => failedSide(row) === 'right', compareMessages.failed, true)
  add(
    (row) => failedSide(row) === 'left',
    (count) => compareMessages.failedIn(count, names.left),
    true,
  )
  for (const side of sides) {
    const words = isTerminal(runs[side].status) ? compareMessages.unreached : compareMessages.notYet
    const cancelled = rows.filter((row) => cancelledSide(row) === side)
    const before = cancelled.filter(({ difference }) => difference === 'unreached').length
    const name = side === 'left' ? names.left : null
    add(
      (row) => cancelledSide(row) === side,
      (number) => compareMessages.cancelledTasks(number, before, name),
    )
    add((row) => row.difference === 'unreached' && row.side === side && cancelledSide(row) === null, words)
  }
  add((row) => row.difference === 'only' && row.side === 'right', compareMessages.onlyHere)
  add(
    (row) => row.difference === 'only' && row.side === 'left',
    (count) => compareMessages.onlyIn(count, names.left),
  )
  return parts
}
