import { Box, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { FactLine } from '#web/ui/display/facts.tsx'
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
  const success = successText(health)
  const facts: [string, ReactNode][] = []
  if (success) facts.push(['success', success])
  if (medianMs !== null && p90Ms !== null)
    facts.push(['usual', planMessages.usually(shortDuration(medianMs), shortDuration(p90Ms))])
  if (last.appId !== null) {
    facts.push([
      'last',
      <TextLink key="last" to={paths.workqueue(last.appId, last.id)}>
        {last.status} <RelativeTime value={last.created} />
      </TextLink>,
    ])
    if (late)
      facts.push([
        'late',
        <Box key="late" as="strong" fontWeight="medium" color="status.retry.fg">
          {late}
        </Box>,
      ])
    facts.push([
      'grid',
      <TextLink key="grid" to={paths.grid(last.appId, `?plan=${planId}`)}>
        {planMessages.openGrid}
      </TextLink>,
    ])
  }
  return (
    <Flex align="center" wrap="wrap" columnGap="3" rowGap="1" color="ink.2" fontVariantNumeric="tabular-nums">
      <RunStrip runs={runs} />
      <FactLine facts={facts} />
    </Flex>
  )
}

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
