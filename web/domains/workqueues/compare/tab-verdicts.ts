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
const outputOf = ({ outputsDef, state }: ComparedRun): JsonObject =>
  selectOutput(outputsDef as Json | null, asObject(state))

/** What the tabs of a comparison compare, whether it differs, and which of them do. */
export function useTabVerdicts({ left, right }: Both<ComparedRun>) {
  return useMemo(() => {
    const names = { left: shortId(left.id), right: shortId(right.id) }
    const states = { left: asObject(left.initialState), right: asObject(right.initialState) }
    const outputs = { left: outputOf(left), right: outputOf(right) }
    const plan = planDifference({ left, right })
    const verdicts: Record<CompareTab, { same: boolean; verdict: string }> = {
      plan,
      state: stateVerdict(states.left, states.right),
      outputs: outputsVerdict(outputs.left, outputs.right, names),
    }
    return {
      names,
      states,
      outputs,
      plan,
      verdicts,
      differing: compareTabs.filter((tab) => !verdicts[tab].same),
    }
  }, [left, right])
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
