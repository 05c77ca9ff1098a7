import { isCancelledTask, isRestartable } from '#shared/domains/tasks/rules.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { readPath, statePath } from '#shared/lib/references.ts'
import { isSameJson } from '#web/lib/json-values.ts'
import { groupByReason } from '../detail/reason-groups.ts'
import { type ComparedRow, type Comparison, outcomeOf } from './task-differences.ts'
import { type Both, type ComparedRun, type ComparedTask, otherSide, type Side } from './task-pairs.ts'

/** The first task in the order of the workflow that two runs treated differently. */
export interface Divergence {
  row: ComparedRow
  by: 'status' | 'time' | 'result'
  /** The run in which it went worse. */
  worse: Side
  /** Of a divergence by result: the values of the field that differs, or the reasons. */
  result: { field: string; left: Json | undefined; right: Json | undefined } | null
}

/** The ends of a task from good to bad. */
const badness = ['ended', 'skipped', 'cancelled', 'retry', 'failed']

/**
 * Where two runs diverged first: the first task whose end differs, else the first that took unusually long, else the first
 * with another result. Tasks that one run did not reach, and those that run on a failure only, follow from another; but where a
 * cancel came before one, the runs diverged there.
 */
export function firstDiverged(rows: readonly ComparedRow[], comparison: Comparison): Divergence | null {
  const ordinary = rows.filter((row) => !row.errorTask)
  const byStatus = ordinary.find(
    (row) =>
      row.difference === 'status' ||
      (row.difference === 'only' && onlyTask(row)?.status === 'failed') ||
      isCancelledBefore(row),
  )
  if (byStatus) return { row: byStatus, by: 'status', worse: worseSide(byStatus), result: null }
  for (const row of ordinary) if (row.longSide) return { row, by: 'time', worse: row.longSide, result: null }
  for (const row of ordinary) {
    const result = resultDifference(row, comparison.runs)
    if (result) return { row, by: 'result', worse: 'right', result }
  }
  return null
}

/** The task at which both runs failed for the same reason, numbers aside. */
export interface CommonFailure {
  row: ComparedRow
  reason: string
}

/** What two runs have in common that did not end differently: the first task that failed alike in both. */
export function commonFailure(
  rows: readonly ComparedRow[],
  divergence: Divergence | null,
): CommonFailure | null {
  if (divergence?.by === 'status') return null
  for (const row of rows) {
    const { left, right, errorTask } = row
    if (errorTask || left?.status !== 'failed' || right?.status !== 'failed') continue
    const [group, another] = groupByReason([left, right])
    return group && !another ? { row, reason: group.title } : null
  }
  return null
}

const onlyTask = (row: ComparedRow): ComparedTask | null => row.left ?? row.right

/** Whether a cancel came before a task that the other run reached. */
function isCancelledBefore(row: ComparedRow): boolean {
  const task = row.difference === 'unreached' && row.side ? row[row.side] : null
  return task !== null && isCancelledTask(task)
}

function worseSide({ left, right, difference, side }: ComparedRow): Side {
  if (difference === 'unreached' && side) return side
  if (!left || !right) return left ? 'left' : 'right'
  const badnessOf = (task: ComparedTask) => badness.indexOf(outcomeOf(task) ?? '')
  return badnessOf(left) > badnessOf(right) ? 'left' : 'right'
}

/** The first field of the result that differs, read from the state that the outputs of the task name. */
function resultDifference({ left, right }: ComparedRow, runs: Both<ComparedRun>): Divergence['result'] {
  if (left?.status === 'failed' && right?.status === 'failed')
    return (left.reason ?? '') === (right.reason ?? '')
      ? null
      : { field: 'reason', left: left.reason, right: right.reason }
  if (left?.status !== 'ended' || right?.status !== 'ended') return null
  const [before, now] = [resultOf(left, runs.left), resultOf(right, runs.right)]
  for (const field of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (!isSameJson(before[field], now[field])) return { field, left: before[field], right: now[field] }
  return null
}

/** What a task has written: its outputs with the values that the state has now. Another task may have written later. */
export function resultOf(task: ComparedTask, run: ComparedRun): JsonObject {
  const state = (run.state ?? {}) as JsonObject
  return Object.fromEntries(
    Object.entries((task.outputs ?? {}) as JsonObject).flatMap(([field, target]) => {
      const path = statePath(target)
      const value = path ? readPath(state, path) : undefined
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** The inputs of a task with the values that their references have in the state now; without a value as written. */
export function resolvedInputs(task: ComparedTask, run: ComparedRun): JsonObject {
  const states = [run.state, run.initialState].map((state) => (state ?? {}) as JsonObject)
  const resolve = (value: Json): Json => {
    const path = statePath(value)
    if (path) return states.map((state) => readPath(state, path)).find((each) => each !== undefined) ?? value
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]))
  }
  return resolve((task.inputs ?? {}) as JsonObject) as JsonObject
}

/** A failed task that can run again, and the run that it is in. */
export interface Fix {
  task: ComparedTask
  side: Side
}

/**
 * The failed task whose repetition mends what diverged: the diverged task itself, else the first failed one. Of the run
 * `here` before the other.
 */
export function fixOf(
  divergence: Divergence | null,
  rows: readonly ComparedRow[],
  runs: Both<ComparedRun>,
  here: Side,
): Fix | null {
  for (const side of [here, otherSide(here)]) {
    const candidates = [divergence?.row[side] ?? null, ...rows.map((row) => row[side])]
    const task = candidates.find((each) => each && isRestartable(each.status, runs[side].status))
    if (task) return { task, side }
  }
  return null
}

/** The version with which the other run ended the task well; null where it is the same, or not known. */
export function goodVersionOf({ task, side }: Fix, rows: readonly ComparedRow[]): string | null {
  const other = rows.find((row) => row[side] === task)?.[otherSide(side)]
  return other?.status === 'ended' && other.version !== task.version ? other.version : null
}
