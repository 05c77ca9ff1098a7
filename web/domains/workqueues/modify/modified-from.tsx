import { Box, Flex } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { modifyMessages as texts } from '#shared/domains/workqueues/modify-messages.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { modifiedRunQuery } from './operations.ts'
import { planChoiceQuery } from '../start-operations.ts'

/** Which run is modified, how it ended, and the version of the plan that ran. */
export function ModifiedFrom({
  appId,
  runId,
  planId,
}: {
  appId: string
  runId: string
  planId: string | null
}) {
  const [{ data, error }] = useQuery({ query: modifiedRunQuery, variables: { id: runId } })
  const run = data?.workqueue
  return (
    <Flex wrap="wrap" align="center" columnGap="2" rowGap="1" color="ink.2" minH="6">
      <Box as="span">{texts.from}</Box>
      {run && (
        <TextLink to={paths.workqueue(run.appId, runId)} fontWeight="medium" overflowWrap="anywhere">
          {run.name}
        </TextLink>
      )}
      <TextLink to={paths.workqueue(appId, runId)} fontFamily="mono" textStyle="xs" title={runId}>
        {shortId(runId)}
      </TextLink>
      {run && <StatusBadge status={run.status} size="sm" />}
      {run && (
        <span>
          {run.ended ? (
            <>
              {texts.ended} <RelativeTime value={run.ended} />
            </>
          ) : (
            texts.notEnded
          )}
        </span>
      )}
      {planId !== null && <PlanThatRan planId={planId} version={run?.plan?.version ?? null} />}
      {error && <span>{texts.noRun}</span>}
    </Flex>
  )
}

/** Nothing once the plan is deleted. */
function PlanThatRan({ planId, version }: { planId: string; version: number | null }) {
  const [{ data }] = useQuery({ query: planChoiceQuery, variables: { id: planId } })
  if (!data) return null
  const { name, version: now } = data.plan
  return (
    <Box as="span" overflowWrap="anywhere">
      {texts.plan}{' '}
      <TextLink to={paths.plan(planId)} textDecoration="underline">
        {name}
      </TextLink>
      {version !== null && `, ${texts.version(version, now)}`}
    </Box>
  )
}
