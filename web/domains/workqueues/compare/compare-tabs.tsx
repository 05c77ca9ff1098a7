import { Box, Tabs } from '@chakra-ui/react'
import { useEffect } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { type CompareTab, compareTabs } from './compare-params.ts'
import { JsonComparison } from './json-comparison.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { useTabVerdicts } from './tab-verdicts.ts'
import type { Both, ComparedRun } from './task-pairs.ts'

/** Plan, initial state and outputs of two runs. Each tab says whether it differs, so that none is opened in vain. */
export function CompareTabs({
  runs,
  tab,
  onTab,
  onDiffering,
}: {
  runs: Both<ComparedRun>
  /** Null is the first that differs. */
  tab: CompareTab | null
  onTab(tab: CompareTab): void
  /** Reports which of them differ. */
  onDiffering(tabs: readonly CompareTab[]): void
}) {
  const { names, states, outputs, plan, verdicts, differing } = useTabVerdicts(runs)
  useEffect(() => onDiffering(differing), [differing, onDiffering])
  const shown = tab ?? differing[0] ?? 'plan'
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
        <Tabs.List px="3.5" minH="10" alignItems={{ base: 'stretch', sm: 'flex-end' }}>
          {compareTabs.map((each) => (
            <Tabs.Trigger key={each} value={each} {...tabPlace}>
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
          <JsonComparison label={compareMessages.tab.state} {...states} />
        </Tabs.Content>
        <Tabs.Content value="outputs" pt="0">
          <JsonComparison label={compareMessages.tab.outputs} {...outputs} />
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  )
}

/** On a phone a verdict stands below its name: all three are in view. */
const tabPlace = {
  height: { base: 'auto', sm: '10' },
  minH: '10',
  minW: '0',
  flex: { base: '1 1 auto', sm: '0 0 auto' },
  flexDirection: { base: 'column', sm: 'row' },
  alignItems: { base: 'flex-start', sm: 'center' },
  gap: { base: '0', sm: '2' },
  py: { base: '1.5', sm: '0' },
  textAlign: 'start',
  whiteSpace: { base: 'normal', sm: 'nowrap' },
} as const
