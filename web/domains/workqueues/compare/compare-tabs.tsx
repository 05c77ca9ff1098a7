import { Box, Tabs } from '@chakra-ui/react'
import { useMemo } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { selectOutput } from '#shared/domains/workqueues/output.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { compareJson, countKeys } from './compare-json.ts'
import { type CompareTab, compareTabs } from './compare-params.ts'
import { JsonComparison } from './json-comparison.tsx'
import { PlanComparison, planDifference } from './plan-comparison.tsx'
import type { Both, ComparedRun } from './task-pairs.ts'

const asObject = (value: unknown) => (value ?? {}) as JsonObject

/** What a run gives back: the part of its state that its definition selects. */
function useOutput({ outputsDef, state }: ComparedRun): JsonObject {
  return useMemo(() => selectOutput(outputsDef as Json | null, asObject(state)), [outputsDef, state])
}

/** Plan, initial state and outputs of two runs. Each tab says whether it differs, so that none is opened in vain. */
export function CompareTabs({
  runs,
  tab,
  onTab,
}: {
  runs: Both<ComparedRun>
  /** Null is the first that differs. */
  tab: CompareTab | null
  onTab(tab: CompareTab): void
}) {
  const { left, right } = runs
  const names = useMemo(() => ({ left: shortId(left.id), right: shortId(right.id) }), [left.id, right.id])
  const plan = useMemo(() => planDifference({ left, right }), [left, right])
  const states = { left: left.initialState, right: right.initialState }
  const state = useMemo(
    () => stateVerdict(asObject(states.left), asObject(states.right)),
    [states.left, states.right],
  )
  const outputLeft = useOutput(left)
  const outputRight = useOutput(right)
  const output = useMemo(
    () => outputsVerdict(outputLeft, outputRight, names),
    [outputLeft, outputRight, names],
  )
  const verdicts: Record<CompareTab, { same: boolean; verdict: string }> = { plan, state, outputs: output }
  const shown = tab ?? compareTabs.find((each) => !verdicts[each].same) ?? 'plan'
  return (
    <Box
      as="section"
      aria-label={compareMessages.tabs}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
      minW="0"
      overflow="hidden"
    >
      <Tabs.Root
        value={shown}
        onValueChange={({ value }) => onTab(value as CompareTab)}
        lazyMount
        unmountOnExit
        position="relative"
      >
        <Tabs.List px="3.5" minH="10" alignItems="flex-end">
          {compareTabs.map((each) => (
            <Tabs.Trigger key={each} value={each} height="10">
              {compareMessages.tab[each]}{' '}
              <Box
                as="span"
                textStyle="xs"
                color={verdicts[each].same ? 'ink.3' : 'ink'}
                fontWeight={verdicts[each].same ? 'normal' : 'medium'}
              >
                {verdicts[each].verdict}
              </Box>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Box
          position="absolute"
          insetEnd="3.5"
          top="3"
          textStyle="xs"
          color="ink.2"
          whiteSpace="nowrap"
          display={{ base: 'none', md: 'block' }}
        >
          {compareMessages.whichSide(names.left, names.right)}
        </Box>
        <Tabs.Content value="plan" pt="0">
          <PlanComparison runs={runs} difference={plan} />
        </Tabs.Content>
        <Tabs.Content value="state" pt="0">
          <JsonComparison
            label={compareMessages.tab.state}
            left={asObject(states.left)}
            right={asObject(states.right)}
          />
        </Tabs.Content>
        <Tabs.Content value="outputs" pt="0">
          <JsonComparison label={compareMessages.tab.outputs} left={outputLeft} right={outputRight} />
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  )
}

/** Whether two initial states differ, and in how many values. */
export function stateVerdict(left: JsonObject, right: JsonObject) {
  const count = compareJson(left, right).filter(({ counts }) => counts).length
  return { same: count === 0, verdict: count === 0 ? compareMessages.theSame : compareMessages.differ(count) }
}

/** Whether two outputs differ: how many keys both have, with another value, or only one of them. */
export function outputsVerdict(left: JsonObject, right: JsonObject, names: Both<string>) {
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
