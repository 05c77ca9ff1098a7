import { Flex } from '@chakra-ui/react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
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
  if (!health) return null
  if (!last) return <span>{planMessages.neverRan}</span>
  return (
    <Flex align="center" wrap="wrap" columnGap="3" rowGap="1" color="ink.2" fontVariantNumeric="tabular-nums">
      <RunStrip runs={health.runs} />
      <span>{successText(health)}</span>
      {health.medianMs !== null && health.p90Ms !== null && (
        <span>{planMessages.usually(shortDuration(health.medianMs), shortDuration(health.p90Ms))}</span>
      )}
      {last.appId !== null && (
        <>
          <TextLink to={paths.workqueue(last.appId, last.id)}>
            {last.status} <RelativeTime value={last.created} />
          </TextLink>
          <TextLink to={paths.grid(last.appId, `?plan=${planId}`)}>{planMessages.openGrid}</TextLink>
        </>
      )}
    </Flex>
  )
}

function successText({ runs }: RunsOfPlan): string {
  const finished = runs.filter(({ status }) => ended.includes(status))
  const completed = finished.filter(({ status }) => status === 'completed')
  return finished.length === 0 ? '' : planMessages.completedOf(completed.length, finished.length)
}
