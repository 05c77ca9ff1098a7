import { Box } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { stoppedHosts } from '#shared/domains/queues/polling.ts'
import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { QueuesRead } from '#web/lib/queues/use-queues.ts'
import { StoppedClock, useNow } from '#web/lib/use-time.ts'
import { PollingSteps } from '#web/domains/backlog/queue/polling-steps.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { badgePlace, WhoPollsBadge, PollingPanel } from '#web/ui/page/polling-panel.tsx'
import { deploymentTypeQuery } from './operations.ts'
import type { StoppedHostsProps } from './stopped-hosts.tsx'

// Loaded when a host has ceased to poll.
const StoppedHosts = lazyPart<StoppedHostsProps>(
  async () => (await import('./stopped-hosts.tsx')).StoppedHosts,
  () => null,
)

/**
 * The type of the tasks of a deployment; undefined until it is read, null without a worker and where it is not told.
 */
export function useDeploymentType(workerId: string | null): string | null | undefined {
  const isTold = useFeature('queues')
  const variables = useMemo(() => ({ id: workerId ?? '' }), [workerId])
  const pause = !isTold || workerId === null
  const [{ data, error }] = useQuery({ query: deploymentTypeQuery, variables, pause })
  return pause || error ? null : data && (data.worker.type || null)
}

/** Where the queue of a deployment comes from: its worker with the type of its tasks, and the queues of this type. */
export interface DeploymentQueueProps {
  workerId: string | null
  alias: string
  /** See `useDeploymentType`. */
  type: string | null | undefined
  read: QueuesRead
}

/** Whether the alias of a deployment is polled, and by which hosts; nothing on a platform that does not tell its queues. */
export function DeploymentPollers({ workerId, alias, type, read }: DeploymentQueueProps) {
  if (type === null || workerId === null) return null
  const others = read.queues?.map((queue) => queue.alias).sort() ?? []
  return (
    <Box mb="3.5">
      <PollingPanel
        read={read}
        queues={read.queues?.filter((queue) => queue.alias === alias)}
        empty={
          <>
            {texts.noQueue(alias, others)}{' '}
            <TextLink to={paths.worker(workerId, '?aliases=true#aliases')} textDecoration="underline">
              {texts.openWorker}
            </TextLink>
          </>
        }
        stepsOf={(queue) => (
          <PollingSteps
            queue={queue}
            workerId={workerId}
            isDeployment
            others={read.queues}
            onChanged={read.reread}
          />
        )}
      />
    </Box>
  )
}

/** The hosts that have to be restarted, where tasks wait for them. */
export function DeploymentHosts({
  alias,
  read: { queues, staleSince },
  cluster,
}: Pick<DeploymentQueueProps, 'alias' | 'read'> & { cluster: string }) {
  const time = useNow(10_000)
  const own = queues?.find((queue) => queue.alias === alias)
  const hosts = own ? stoppedHosts(own, staleSince ?? time) : []
  return hosts.length > 0 && <StoppedHosts hosts={hosts} cluster={cluster} />
}

/** Beside the title: whether its replicas poll, and whether its tasks fail. Its place is kept until that is known. */
export function DeploymentBadge({
  alias,
  type,
  read: { queues, staleSince },
  failing,
  replicaCount,
}: Omit<DeploymentQueueProps, 'workerId'> & {
  /** How many of its tasks fail; undefined until that is known. */
  failing: number | undefined
  replicaCount: number | null
}) {
  if (type === null) return null
  const own = queues?.filter((queue) => queue.alias === alias)
  if (!own || failing === undefined) return badgePlace
  if (own.length === 0) return null
  return (
    <StoppedClock value={staleSince}>
      <WhoPollsBadge queues={own} failing={failing > 0} isDeployed={replicaCount !== 0} />
    </StoppedClock>
  )
}
