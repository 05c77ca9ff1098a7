import { Box, chakra, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { pollersNow } from '#shared/domains/queues/polling.ts'
import { type RunningDeployment, useAliasDeployments } from '#web/lib/queues/use-alias-deployments.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { DeploymentChanges } from '../display/deployment-changes.tsx'
import { Fact, Facts } from '../display/facts.tsx'
import { formatMoment } from '../time/moment.tsx'
import { TextLink } from './text-link.tsx'

interface Queue {
  type: string
  alias: string
}

export interface AliasDeploymentsProps {
  queue: Queue
  frame(content: ReactNode): ReactNode
}

/** The address of a deployment of an alias. */
const addressOf = ({ clusterId, id }: RunningDeployment) => paths.deployment(clusterId ?? '', id)

/**
 * One line for each deployment that runs an alias: it leads there, and says how much has changed since it worked. Most
 * aliases have one: its place is kept while they are read.
 */
export function DeploymentLines({ queue }: { queue: Queue }) {
  const deployments = useAliasDeployments(queue)
  if (deployments === undefined) return <Box minH={{ base: '10', sm: '1lh' }} />
  return deployments.map((deployment) => {
    const { id, cluster, dockerTag, changed, madeSince } = deployment
    const news = madeSince ? texts.madeNew : changed.length > 0 ? texts.changes(changed.length) : ''
    return (
      <Box key={id} color="ink.2" overflowWrap="anywhere" data-deployment-line>
        <TextLink
          to={addressOf(deployment)}
          display="inline-flex"
          alignItems="center"
          minH={{ base: '10', sm: 'auto' }}
        >
          {`${texts.deployment} ${texts.in(cluster)}`}
        </TextLink>
        <Box as="span" textStyle="mono" ms="2">
          {dockerTag}
        </Box>
        {news && (
          <Box as="span" ms="2" color="status.retry.fg">
            {news}
          </Box>
        )}
      </Box>
    )
  })
}

/**
 * The deployments that run an alias: where, which tag since when, how many replicas, and what has changed since a task of
 * it was done last. Nothing where there is none, and on a platform that does not tell them.
 */
export function AliasDeployments({ queue, frame }: AliasDeploymentsProps) {
  const deployments = useAliasDeployments(queue)
  if (!deployments?.length) return null
  return frame(
    <Box display="grid" rowGap="4">
      {deployments.map((deployment) => (
        <OneDeployment key={deployment.id} deployment={deployment} queue={queue} />
      ))}
    </Box>,
  )
}

function OneDeployment({ deployment, queue }: { deployment: RunningDeployment; queue: Queue }) {
  const now = useNow(10_000)
  const polling = usePolling(queue, now)
  const { alias, cluster, dockerTag, replicaCount, tagSince } = deployment
  const clock = (at: string | null) => (at === null ? '' : formatMoment(new Date(at), new Date(now)))
  return (
    <Box data-deployment={deployment.id}>
      <Flex justify="space-between" align="baseline" gap="3" mb="1.5">
        <Box minW="0" overflowWrap="anywhere">
          <chakra.strong fontWeight="semibold">{alias}</chakra.strong> {texts.in(cluster)}
        </Box>
        <TextLink
          to={addressOf(deployment)}
          aria-label={`${texts.open} ${texts.deployment} ${alias} ${texts.in(cluster)}`}
          flexShrink="0"
          display="inline-flex"
          alignItems="center"
          minH={{ base: '10', sm: 'auto' }}
        >
          {texts.open}
        </TextLink>
      </Flex>
      <Facts>
        <Fact label={texts.tag}>
          <Box as="span" textStyle="mono">
            {dockerTag}
          </Box>{' '}
          <Box as="span" color="ink.2">
            {[
              texts.since(clock(tagSince.at), tagSince.by, tagSince.exact === true),
              ...(tagSince.before === null ? [] : [texts.was(tagSince.before)]),
            ].join(', ')}
          </Box>
        </Fact>
        <Fact label={texts.replicas}>{replicaCount === null ? '' : texts.wanted(replicaCount, polling)}</Fact>
        <Fact label={texts.variables}>
          <VariableNames names={deployment.variableNames} />
        </Fact>
      </Facts>
      <Box mt="2">
        <SinceWorked deployment={deployment} clock={clock} />
      </Box>
    </Box>
  )
}

/** How many worker processes poll a queue now; null where that is not told. */
function usePolling({ type, alias }: Queue, now: number): number | null {
  const queue = useQueues(type).queues?.find((each) => each.alias === alias)
  return queue ? pollersNow(queue.pollers, now).filter(({ state }) => state === 'polls').length : null
}

/** Further names are counted. */
const NAMED = 6

function VariableNames({ names }: { names: readonly string[] }) {
  if (names.length === 0)
    return (
      <Box as="span" color="ink.2">
        {texts.noVariables}
      </Box>
    )
  const more = names.length - NAMED
  return (
    <span title={more > 0 ? names.join(', ') : undefined}>
      <Box as="span" textStyle="mono">
        {names.slice(0, NAMED).join(', ')}
      </Box>
      {more > 0 && ` ${texts.more(more)}`}
    </span>
  )
}

function SinceWorked({
  deployment,
  clock,
}: {
  deployment: RunningDeployment
  clock(at: string | null): string
}) {
  const { worked, changed, madeSince, complete, created, createdBy } = deployment
  if (!worked) return <Box color="ink.2">{texts.neverWorked}</Box>
  const when = `${clock(worked.at)}${texts.on(worked.version, worked.hostName)}`
  if (madeSince) return <Box>{texts.madeSince(when, clock(created), createdBy)}</Box>
  if (changed.length === 0)
    return <Box color="ink.2">{complete === false ? texts.maybeSince(when) : texts.sameSince(when)}</Box>
  return (
    <>
      <Box mb="1" fontWeight="medium">
        {texts.changedSince(when)}
      </Box>
      <DeploymentChanges
        changes={changed}
        label={texts.changedSince(when)}
        noteOf={(_change, place) => `${clock(changed[place]!.at)}${texts.by(changed[place]!.by)}`}
      />
    </>
  )
}
