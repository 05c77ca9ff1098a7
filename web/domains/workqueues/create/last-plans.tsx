import { Box, Button, Flex } from '@chakra-ui/react'
import { useMemo } from 'react'
import { planChoiceMessages as texts } from '#shared/domains/workqueues/plan-choice-messages.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { RecentPlan } from './use-plan-choices.ts'

/** Plans that are offered. */
const OFFERED = 4

/**
 * The plans that ran last in the app, to be chosen without looking for them. They are in the order of their names, so that
 * they do not move when runs start.
 */
export function LastPlans({
  plans,
  onChoose,
}: {
  plans: readonly RecentPlan[]
  onChoose(plan: RecentPlan): void
}) {
  const offered = useMemo(
    () => plans.slice(0, OFFERED).toSorted((one, other) => one.name.localeCompare(other.name)),
    [plans],
  )
  if (offered.length === 0) return null
  return (
    <Flex role="group" aria-label={texts.lately} gap="2" mb="3.5" wrap="wrap" align="center">
      <Box color="ink.2">{texts.lately}</Box>
      {offered.map((plan) => (
        <Button
          key={plan.id}
          maxW="full"
          minH={{ base: '10', sm: '8' }}
          title={texts.chooseOf(plan.name)}
          onClick={() => onChoose(plan)}
        >
          <Box as="span" minW="0" truncate>
            {plan.name}
          </Box>{' '}
          <Box as="span" color="ink.2" fontWeight="normal">
            {texts.ran} <RelativeTime value={plan.lastRun} />
          </Box>
        </Button>
      ))}
    </Flex>
  )
}
