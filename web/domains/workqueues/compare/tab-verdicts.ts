import { useMemo } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { selectOutput } from '#shared/domains/workqueues/output.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { compareJson, countKeys } from './compare-json.ts'
import { type CompareTab, compareTabs } from './compare-params.ts'
import { planDifference } from './plan-comparison.tsx'
import type { Both, ComparedRun } from './task-pairs.ts'

const asObject = (value: unknown) => (value ?? {}) as JsonObject

/** What a run gives back: the part of its state that its definition selects. */
const outputOf = (outputsDef: unknown, state: unknown): JsonObject =>
  selectOutput(outputsDef as Json | null, asObject(state))

/**
 * What the tabs of a comparison compare, whether it differs, and which of them do. Each is compared again only when its own
 * part of a run changes: a live run is another object with every event.
 */
export function useTabVerdicts({ left, right }: Both<ComparedRun>) {
  const names = useMemo(() => ({ left: shortId(left.id), right: shortId(right.id) }), [left.id, right.id])
  const plan = useMemo(() => planDifference({ left, right }), [left, right])
  const states = useMemo(
    () => ({ left: asObject(left.initialState), right: asObject(right.initialState) }),
    [left.initialState, right.initialState],
  )
  const outputs = useMemo(
    () => ({
      left: outputOf(left.outputsDef, left.state),
      right: outputOf(right.outputsDef, right.state),
    }),
    [left.outputsDef, left.state, right.outputsDef, right.state],
  )
  const state = useMemo(() => stateVerdict(states.left, states.right), [states])
  const output = useMemo(() => outputsVerdict(outputs.left, outputs.right, names), [outputs, names])
  const verdicts: Record<CompareTab, { same: boolean; verdict: string }> = { plan, state, outputs: output }
  const key = compareTabs.filter((tab) => !verdicts[tab].same).join(' ')
  const differing = useMemo(() => compareTabs.filter((tab) => key.split(' ').includes(tab)), [key])
  return { names, states, outputs, plan, verdicts, differing }
}

/** Whether two initial states differ, and in how many values. */
function stateVerdict(left: JsonObject, right: JsonObject) {
  const count = compareJson(left, right).filter(({ counts }) => counts).length
  return { same: count === 0, verdict: count === 0 ? compareMessages.theSame : compareMessages.differ(count) }
}

/** Whether two outputs differ: how many keys both have, with another value, or only one of them. */
function outputsVerdict(left: JsonObject, right: JsonObject, names: Both<string>) {
  const { same, changed, left: onlyLeft, right: onlyRight } = countKeys(left, right)
  const both = same + changed
  if (both + onlyLeft + onlyRight === 0) return { same: true, verdict: compareMessages.none }
  if (changed + onlyLeft + onlyRight === 0) return { same: true, verdict: compareMessages.theSame }
  const parts = [
    changed > 0 ? compareMessages.someDiffer(changed, both) : both > 0 ? compareMessages.inBoth(both) : null,
    onlyLeft > 0 ? compareMessages.onlyIn(onlyLeft, names.left) : null,
    onlyRight > 0 ? compareMessages.onlyIn(onlyRight, names.right) : null,
  ]
  return { same: false, verdict: parts.filter(Boolean).join(', ') }
}
