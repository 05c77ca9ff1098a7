import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { roundedDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RunStrip } from './run-strip.tsx'
import { usePlanHealth, type RunsOfPlan } from './use-plan-health.ts'

const ended = ['completed', 'failed', 'cancelled']

/** How the last runs of a plan went, how long it usually takes, and the way to its grid. */
export function PlanPulse({ planId }: { planId: string }) {
  const health = usePlanHealth([planId]).of.get(planId)
  const last = health?.runs[0]
  const late = useOfNow(10_000, (now) => (health && isLong(health, now) ? planMessages.late : ''))
  if (!health) return null
  if (!last) return <span>{planMessages.neverRan}</span>
  const { runs, medianMs, p90Ms } = health
  const usual = medianMs !== null && p90Ms !== null
  return (
    <Flex align="center" wrap="wrap" columnGap="6" rowGap="1" color="ink.2" fontVariantNumeric="tabular-nums">
      {last.appId !== null && (
        <Fact label={planMessages.lastRun}>
          <TextLink to={paths.workqueue(last.appId, last.id)}>
            {last.status} <RelativeTime value={last.created} />
          </TextLink>
          {late && (
            <Box as="strong" fontWeight="medium" color="status.retry.fg">
              {`, ${late}`}
            </Box>
          )}
        </Fact>
      )}
      <Flex as="span" align="center" gap="2">
        <RunStrip runs={runs} />
        <span>{successText(health)}</span>
      </Flex>
      {usual && (
        <Fact label={planMessages.duration}>
          {planMessages.usually(roundedDuration(medianMs), roundedDuration(p90Ms))}
        </Fact>
      )}
      {last.appId !== null && (
        <TextLink to={paths.grid(last.appId, `?plan=${planId}`)}>{planMessages.openGrid}</TextLink>
      )}
    </Flex>
  )
}

/** A fact with what it is about before it, so that one is found without a read of the others. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span>
    <Box as="span" textStyle="xs" color="ink.3" me="1.5">
      {label}
    </Box>
    {children}
  </span>
)

/** Whether the last run goes on for longer than 9 of 10 took. */
function isLong({ runs: [last], p90Ms }: RunsOfPlan, now: number): boolean {
  if (last?.status !== 'started' || p90Ms === null || last.created === null) return false
  return now - Date.parse(last.created) > p90Ms
}

function successText({ runs }: RunsOfPlan): string {
  const finished = runs.filter(({ status }) => ended.includes(status))
  const completed = finished.filter(({ status }) => status === 'completed')
  if (finished.length === 0) return ''
  return planMessages.completedOf(completed.length, runs.length, runs.length - finished.length)
}
