import { Box, Skeleton } from '@chakra-ui/react'
import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { DeploymentDetail } from './deployment-form-values.ts'
import { DeploymentHosts, DeploymentPollers, type DeploymentQueueProps } from './deployment-pollers.tsx'
import type { DeploymentHistoryProps } from './history/deployment-history.tsx'
import { DeploymentTasks, type useDeploymentWork } from './history/deployment-tasks.tsx'

const GitPanel = lazyPart(
  async () => (await import('./git/git-panel.tsx')).GitPanel,
  () => <Skeleton height="92px" mb="3.5" borderRadius="lg" data-pending />,
)
const DeploymentHistory = lazyPart<DeploymentHistoryProps>(
  async () => (await import('./history/deployment-history.tsx')).DeploymentHistory,
  ({ place }) => place,
)
/** Saves that are listed; the others on request. */
const FIRST_SAVES = 3

/** The room of these saves, so that the form below does not move. */
const HistoryPlace = ({ saves }: { saves: number }) => (
  <Skeleton
    height={{ base: `${42 + 64 * saves}px`, md: `${42 + 41 * saves}px` }}
    borderRadius="lg"
    data-pending
  />
)

/** What the page of a deployment is opened for: whether it is published and polled, its tasks, and what was saved last. */
export function DeploymentFacts({
  deployment: { id, alias, workerId, version },
  cluster,
  queue,
  work,
}: {
  deployment: DeploymentDetail
  /** The name of its cluster. */
  cluster: string
  queue: Omit<DeploymentQueueProps, 'workerId'>
  work: ReturnType<typeof useDeploymentWork>
}) {
  const isPublished = useFeature('gitops')
  return (
    <>
      {/* A new version is read again. */}
      {isPublished && <GitPanel key={version} id={id} />}
      <DeploymentHosts {...queue} cluster={cluster} />
      <DeploymentTasks alias={alias} read={work} />
      <DeploymentPollers {...queue} workerId={workerId} />
      {work && (
        <Box mb="3.5">
          <DeploymentHistory
            id={id}
            version={version}
            first={FIRST_SAVES}
            place={<HistoryPlace saves={Math.min(FIRST_SAVES, version ?? 1)} />}
          />
        </Box>
      )}
    </>
  )
}
