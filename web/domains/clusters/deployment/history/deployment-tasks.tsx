import { Box, chakra, Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { MOST_FAILING } from '#shared/domains/clusters/defaults.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { paths } from '#web/paths.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { deploymentWorkQuery } from './operations.ts'

type Failure = ResultOf<typeof deploymentWorkQuery>['deploymentWork']['failures'][number]

/** The tasks of the alias of a deployment that wait, run or fail now; nothing on a platform that does not tell them. */
export function DeploymentTasks({ id, alias }: { id: string; alias: string }) {
  const isTold = useFeature('deployments')
  const variables = useMemo(() => ({ id }), [id])
  const read = useRegularRead(deploymentWorkQuery, variables, isTold)
  if (!isTold) return null
  const work = read.data?.deploymentWork
  const failing = work?.failing ?? 0
  return (
    <Box mb="3.5">
      <Panel
        title={texts.work(alias)}
        padded={false}
        aside={<StaleNote {...read} onReadAgain={read.reread} />}
      >
        {!work && !read.failing && <Skeleton m="3.5" height="20px" />}
        {work && (
          <Box px="3.5" py="2.5" fontVariantNumeric="tabular-nums">
            <Box as="span" color={failing > 0 ? 'danger' : undefined}>
              {failing > 0 ? texts.failing(failing, MOST_FAILING) : texts.noneFails}
            </Box>
            <Box as="span" color="ink.2">
              {` · ${texts.counts(work.queued ?? 0, work.started ?? 0, work.retry ?? 0)}`}
            </Box>
          </Box>
        )}
        {work && work.failures.length > 0 && (
          <chakra.ul listStyleType="none">
            {work.failures.map((failure) => (
              <FailureRow key={failure.id} failure={failure} />
            ))}
          </chakra.ul>
        )}
      </Panel>
    </Box>
  )
}

/** A failed task with the ways to its log, its run and its failure. */
function FailureRow({ failure }: { failure: Failure }) {
  const { id, name, status, appId, workqueueId, workqueueName, failureId, at, reason, version, hostName } =
    failure
  const run = (query = '') => paths.workqueue(appId ?? '', workqueueId ?? '', query)
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{
        base: 'auto minmax(0, 1fr) auto',
        md: 'auto minmax(0, 2fr) minmax(0, 3fr) auto auto',
      }}
      columnGap="3"
      rowGap="1"
      alignItems="baseline"
      px="3.5"
      py="2"
      borderTopWidth="1px"
      borderColor="line.soft"
      overflowWrap="anywhere"
      css={{ '& > div:not(:last-of-type)': { gridColumn: { base: '2 / -1', md: 'auto' } } }}
    >
      <Box as="span" position="relative" top="2px">
        <StatusIcon status={status} />
      </Box>
      <Box minW="0">
        <TextLink {...finger} to={run(`?task=${id}`)}>
          {name}
        </TextLink>{' '}
        <Box as="span" color="ink.2">
          {texts.ofRun}
        </Box>{' '}
        <TextLink {...finger} to={run()}>
          {workqueueName}
        </TextLink>
      </Box>
      <Box minW="0">
        <Box as="span" color="danger" lineClamp="2">
          {reason}
        </Box>
        <Box as="span" textStyle="mono" color="ink.2">
          {[version, hostName].filter(Boolean).join(' @ ')}
        </Box>
      </Box>
      <Box color="ink.2" whiteSpace="nowrap" gridColumn={{ base: '2', md: 'auto' }}>
        <RelativeTime value={at} />
      </Box>
      <TextLink
        {...finger}
        to={paths.failure(failureId ?? '')}
        aria-label={`${texts.failure} ${texts.ofRun} ${name}`}
      >
        {texts.failure}
      </TextLink>
    </chakra.li>
  )
}

/** Links with room for a finger on a phone. */
const finger = { display: 'inline-flex', alignItems: 'center', minH: { base: '10', sm: 'auto' } } as const
