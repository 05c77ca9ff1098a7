import { shortTypeName } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { isSameJson, shortJson } from './compare-json.ts'
import { type Divergence, resolvedInputs } from './divergence.ts'
import type { ComparedRow, Comparison } from './task-differences.ts'
import type { Both, ComparedTask, Side } from './task-pairs.ts'

/** One fact about a divergence. A change has `left` and `right`; any other has `text`. */
export type DivergenceFact =
  | { kind: 'change'; label: string; left: string; right: string; mono: boolean }
  | { kind: 'result' }
  | { kind: 'note'; label: string; text: string }

/** Differing inputs that are shown; the rest are counted. */
const SHOWN_INPUTS = 2
/** Longer values of inputs are cut. */
const SHOWN_VALUE = 40

/** The inputs of the diverged task in both runs, as they were handed out. */
export type HandedOut = Both<JsonObject | null>

/**
 * The facts about a divergence: what may have caused it, the likely cause first, its result, what speaks against each
 * cause, and what is the same.
 */
export function factsOf(
  divergence: Divergence,
  rows: readonly ComparedRow[],
  comparison: Comparison,
  handedOut: HandedOut,
): DivergenceFact[] {
  const { row, worse } = divergence
  const { left, right } = row
  if (!left || !right) return [{ kind: 'result' }]
  const change = (label: string, before: string, now: string, mono = false): DivergenceFact => ({
    kind: 'change',
    label,
    left: before,
    right: now,
    mono,
  })
  const causes: DivergenceFact[] = []
  const against = new Map<string, string[]>()
  const same: string[] = []
  const speakAgainst = (value: string, tasks: ComparedTask[]) => {
    if (tasks.length === 0) return
    const text = compareMessages.endedToo(
      shortNames(
        tasks.map(({ name }) => name),
        row.name,
      ),
    )
    against.set(text, [...(against.get(text) ?? []), value])
  }
  const others = endedBeside(rows, row, worse)
  const bad = worse === 'left' ? left : right

  if (left.version !== null && right.version !== null) {
    if (left.version === right.version) same.push(compareMessages.versionOf(right.version))
    else {
      causes.push(
        change(compareMessages.worker(shortTypeName(right.type)), left.version, right.version, true),
      )
      const alike = others.filter((task) => task.type === bad.type && task.version === bad.version)
      speakAgainst(bad.version ?? '', alike)
    }
  }

  const changed = changedInputs(divergence, comparison, handedOut)
  for (const { key, ...values } of changed.slice(0, SHOWN_INPUTS)) {
    const texts = [values.left, values.right].map((value) => shortJson(value, SHOWN_VALUE))
    causes.push(change(compareMessages.input(key), texts[0]!, texts[1]!, true))
    const alike = others.filter((task) => {
      const run = comparison.runs[worse]
      return task.type === bad.type && isSameJson(resolvedInputs(task, run)[key], values[worse])
    })
    if (values[worse] !== undefined) speakAgainst(`${key} ${texts[worse === 'left' ? 0 : 1]}`, alike)
  }
  if (changed.length > SHOWN_INPUTS) {
    const more = compareMessages.moreInputs(changed.length - SHOWN_INPUTS)
    causes.push({ kind: 'note', label: compareMessages.inputs, text: more })
  }
  if (changed.length === 0 && Object.keys((bad.inputs ?? {}) as JsonObject).length > 0)
    same.push(compareMessages.inputs)

  const plans = [comparison.runs.left.plan, comparison.runs.right.plan]
  const [oldPlan, newPlan] = plans.map((plan) => plan?.version ?? null)
  if (oldPlan != null && newPlan != null && plans[0]?.id === plans[1]?.id) {
    if (oldPlan === newPlan) same.push(compareMessages.planOf(newPlan))
    else {
      const [before, now] = [compareMessages.version(oldPlan), compareMessages.version(newPlan)]
      causes.push(change(compareMessages.plan, before, now))
      if (
        isSameJson((left.inputs ?? null) as Json, (right.inputs ?? null) as Json) &&
        left.type === right.type
      )
        against.set(compareMessages.sameDefinition, [now])
    }
  }

  if (left.alias === right.alias) same.push(compareMessages.aliasOf(right.alias))
  else {
    causes.push(change(compareMessages.alias, left.alias, right.alias, true))
    speakAgainst(
      bad.alias,
      others.filter((task) => task.type === bad.type && task.alias === bad.alias),
    )
  }
  if (left.hostName !== null && right.hostName !== null) {
    if (left.hostName === right.hostName) same.push(compareMessages.host)
    else {
      causes.push(change(compareMessages.host, left.hostName, right.hostName, true))
      speakAgainst(
        bad.hostName ?? '',
        others.filter((task) => task.hostName === bad.hostName),
      )
    }
  }

  const notes = [...against].map(([text, values]): DivergenceFact => ({
    kind: 'note',
    label: compareMessages.also(values),
    text,
  }))
  const rest: DivergenceFact[] =
    same.length > 0
      ? [{ kind: 'note', label: compareMessages.theSame, text: same.toReversed().join(', ') }]
      : []
  return [...causes, { kind: 'result' }, ...notes, ...rest]
}

/** The tasks of the worse run that ended well beside the diverged one. */
function endedBeside(rows: readonly ComparedRow[], diverged: ComparedRow, side: Side): ComparedTask[] {
  return rows.flatMap((row) => {
    const task = row[side]
    return row !== diverged && task?.status === 'ended' ? [task] : []
  })
}

/** The inputs that differ, by key: as they were handed out, else with the values that the state has now. */
export function changedInputs(
  { row }: Pick<Divergence, 'row'>,
  { runs }: Pick<Comparison, 'runs'>,
  handedOut: HandedOut,
): { key: string; left: Json | undefined; right: Json | undefined }[] {
  const { left, right } = row
  if (!left || !right) return []
  const isKnown = handedOut.left !== null && handedOut.right !== null
  const before = (isKnown && handedOut.left) || resolvedInputs(left, runs.left)
  const now = (isKnown && handedOut.right) || resolvedInputs(right, runs.right)
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((key) => !isSameJson(before[key], now[key]))
    .map((key) => ({ key, left: before[key], right: now[key] }))
}

/** Names without the words that all of them begin with: `EU` beside `Charge cards US`. */
export function shortNames(names: readonly string[], beside: string): string[] {
  const words = [beside, ...names].map((name) => name.split(' '))
  const [first = []] = words
  let common = 0
  while (words.every((each) => each.length > common + 1 && each[common] === first[common])) common++
  return names.map((name) => name.split(' ').slice(common).join(' '))
}
