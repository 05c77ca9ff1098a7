import { workerOfType } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { shortHost } from '#shared/lib/host-text.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { briefJson } from '#web/lib/json-text.ts'
import { isSameJson } from '#web/lib/json-values.ts'
import { type Divergence, resolvedInputs } from './divergence.ts'
import type { ComparedRow, Comparison } from './task-differences.ts'
import type { Both, ComparedTask } from './task-pairs.ts'

/** One fact about a divergence. The screen writes the result itself. */
export type DivergenceFact =
  | { kind: 'change'; label: string; left: string; right: string }
  | { kind: 'note'; label: string; text: string }
  | { kind: 'result' }

/** Differing inputs that are shown; the rest are counted. */
const SHOWN_INPUTS = 2
/** Longer values of inputs are cut. */
const SHOWN_VALUE = 40

const briefly = (value: Json | undefined) =>
  value === undefined ? compareMessages.none : briefJson(value, SHOWN_VALUE)

/** The inputs of the diverged task in both runs, as they were handed out; null where they are not known. */
export type HandedOut = Both<JsonObject | null>

/** What one possible cause says: the facts where it differs, else that it is the same. */
interface Finding {
  facts: DivergenceFact[]
  /** Set where something else than other tasks speaks against it. */
  remark?: DivergenceFact
  same: string | null
  /** Tasks that ended well in spite of the new value. */
  against: { value: string; tasks: readonly ComparedTask[] }[]
}

interface Case {
  divergence: Divergence
  comparison: Comparison
  /** The diverged task in both runs, and in the run in which it went worse. */
  left: ComparedTask
  right: ComparedTask
  worse: ComparedTask
  /** The other tasks of that run that ended well. */
  others: readonly ComparedTask[]
}

/**
 * The facts about a divergence: what may have caused it, the likely cause first (version, inputs, plan, alias, host), its
 * result, what speaks against each cause, and what is the same.
 */
export function factsOf(
  divergence: Divergence,
  rows: readonly ComparedRow[],
  comparison: Comparison,
  handedOut: HandedOut,
): DivergenceFact[] {
  const { row, worse: side } = divergence
  const { left, right } = row
  if (!left || !right) return [{ kind: 'result' }]
  const others = rows.flatMap((each) => (each !== row && each[side]?.status === 'ended' ? [each[side]] : []))
  const found: Case = { divergence, comparison, left, right, worse: row[side] ?? right, others }
  const findings = [
    ofVersion(found),
    ofInputs(found, handedOut),
    ofPlan(found),
    ofAlias(found),
    ofHost(found),
  ].flatMap((finding) => finding ?? [])
  const same = findings.flatMap((finding) => finding.same ?? []).toReversed()
  return [
    ...findings.flatMap(({ facts }) => facts),
    { kind: 'result' },
    ...againstThem(findings, row.name),
    ...findings.flatMap(({ remark }) => remark ?? []),
    ...(same.length > 0 ? [note(compareMessages.theSame, same.join(', '))] : []),
  ]
}

const note = (label: string, text: string): DivergenceFact => ({ kind: 'note', label, text })
const change = (label: string, left: string, right: string): DivergenceFact => ({
  kind: 'change',
  label,
  left,
  right,
})
const unchanged = (same: string): Finding => ({ facts: [], same, against: [] })
const changed = (fact: DivergenceFact, value: string, tasks: readonly ComparedTask[]): Finding => ({
  facts: [fact],
  same: null,
  against: [{ value, tasks }],
})

/** What ended well with the new value, once for all causes that the same tasks speak against. */
function againstThem(findings: readonly Finding[], name: string): DivergenceFact[] {
  const values = new Map<string, string[]>()
  for (const { value, tasks } of findings.flatMap(({ against }) => against)) {
    if (tasks.length === 0) continue
    const names = shortNames(
      tasks.map((task) => task.name),
      name,
    )
    const text = compareMessages.endedToo(names)
    values.set(text, [...(values.get(text) ?? []), value])
  }
  return [...values].map(([text, each]) => note(compareMessages.also(each), text))
}

function ofVersion({ left, right, worse, others }: Case): Finding | null {
  if (left.version === null || right.version === null) return null
  if (left.version === right.version) return unchanged(compareMessages.versionOf(right.version))
  const label = compareMessages.worker(workerOfType(right.type))
  const alike = others.filter(({ type, version }) => type === worse.type && version === worse.version)
  return changed(change(label, left.version, right.version), worse.version ?? '', alike)
}

function ofInputs({ divergence, comparison, worse, others }: Case, handedOut: HandedOut): Finding | null {
  const differing = changedInputs(divergence, comparison, handedOut)
  if (differing.length === 0)
    return Object.keys((worse.inputs ?? {}) as JsonObject).length > 0
      ? unchanged(compareMessages.taskInputs)
      : null
  const run = comparison.runs[divergence.worse]
  const shown = differing.slice(0, SHOWN_INPUTS)
  const facts = shown.map(({ key, left, right }) =>
    change(compareMessages.input(key), briefly(left), briefly(right)),
  )
  const more = differing.length - shown.length
  if (more > 0) facts.push(note(compareMessages.inputs, compareMessages.moreInputs(more)))
  const against = shown
    .filter((each) => each[divergence.worse] !== undefined)
    .map(({ key, ...values }) => ({
      value: `${key} ${briefly(values[divergence.worse])}`,
      tasks: others.filter(
        (task) =>
          task.type === worse.type && isSameJson(resolvedInputs(task, run)[key], values[divergence.worse]),
      ),
    }))
  return { facts, same: null, against }
}

function ofPlan({ comparison: { runs }, left, right }: Case): Finding | null {
  const [before, now] = [runs.left.plan, runs.right.plan]
  if (before?.version == null || now?.version == null || before.id !== now.id) return null
  if (before.version === now.version) return unchanged(compareMessages.planOf(now.version))
  const { version } = compareMessages
  const facts = [change(compareMessages.plan, version(before.version), version(now.version))]
  const isSame =
    left.type === right.type && isSameJson((left.inputs ?? null) as Json, (right.inputs ?? null) as Json)
  const remark = note(compareMessages.planOf(now.version), compareMessages.sameDefinition)
  return Object.assign({ facts, same: null, against: [] }, isSame && { remark })
}

function ofAlias({ left, right, worse, others }: Case): Finding {
  if (left.alias === right.alias) return unchanged(compareMessages.aliasOf(right.alias))
  const alike = others.filter(({ type, alias }) => type === worse.type && alias === worse.alias)
  return changed(change(compareMessages.alias, left.alias, right.alias), worse.alias, alike)
}

function ofHost({ left, right, worse, others }: Case): Finding | null {
  if (left.hostName === null || right.hostName === null) return null
  if (left.hostName === right.hostName) return unchanged(compareMessages.host)
  const alike = others.filter(({ hostName }) => hostName === worse.hostName)
  return changed(
    change(compareMessages.host, shortHost(left.hostName), shortHost(right.hostName)),
    shortHost(worse.hostName ?? ''),
    alike,
  )
}

const isBranch = (value: Json | undefined) => typeof value === 'object' && value !== null

/** The inputs that differ, by key, plain values first: as they were handed out, else with the values that the state has now. */
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
    .sort((a, b) => Number(isBranch(a.right ?? a.left)) - Number(isBranch(b.right ?? b.left)))
}

/** Names without the words that all of them begin with: `EU` beside `Charge cards US`. */
export function shortNames(names: readonly string[], beside: string): string[] {
  const words = [beside, ...names].map((name) => name.split(' '))
  const [first = []] = words
  let common = 0
  while (words.every((each) => each.length > common + 1 && each[common] === first[common])) common++
  return names.map((name) => name.split(' ').slice(common).join(' '))
}
