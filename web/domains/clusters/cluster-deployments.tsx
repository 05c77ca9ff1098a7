import { Box, Button } from '@chakra-ui/react'
import { Container, Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { clusterMessages, deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { verdictMessages } from '#shared/domains/queues/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useFeature } from '#web/lib/features.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { MarkedName } from '#web/ui/display/need-mark.tsx'
import { pollersPlace } from '#web/ui/display/queues-now.tsx'
import { PollersText } from '#web/ui/display/pollers.tsx'
import { VerdictText } from '#web/ui/display/verdict.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'
import { useNeededRows } from '#web/ui/table/needed-rows.tsx'
import { useStillWaits } from '#web/ui/table/use-trouble-first.ts'
import { useWholeList } from '#web/ui/table/use-whole-list.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { deploymentListQuery } from './deployment/list-operations.ts'
import { FailingTasks, useDeploymentQueues } from './use-deployment-queues.ts'

type Found = ReturnType<typeof useDeploymentQueues>['found']
type DeploymentRow = ResultOf<typeof deploymentListQuery>['deployments'][number]

function columnsOf(clusterId: string, found: Found, isPublished: boolean): Column<DeploymentRow>[] {
  const { workers, isTold, stateOf } = found
  return [
    {
      key: 'alias',
      header: deploymentMessages.alias,
      width: isTold ? '16%' : '34%',
      primary: true,
      fixed: true,
      render: (row) => {
        const name = <NameLink to={paths.deployment(clusterId, row.id)} name={row.alias} />
        return isTold ? <MarkedName state={stateOf(row)}>{name}</MarkedName> : name
      },
    },
    {
      key: 'worker',
      header: deploymentMessages.worker,
      width: isTold ? '18%' : '33%',
      fixed: true,
      card: 'first',
      render: ({ workerId, workerName }) => workerName ?? workers.get(workerId ?? '')?.name ?? null,
    },
    {
      key: 'dockerTag',
      header: deploymentMessages.dockerTag,
      fixed: true,
      card: 'head',
      render: ({ dockerTag }) => (
        <Box as="span" display={{ md: 'block' }} textStyle="mono" title={dockerTag} {...oneLine}>
          {dockerTag}
        </Box>
      ),
    },
    ...(isTold ? queueColumns(found) : []),
    ...(isPublished ? [publicationColumn] : []),
  ]
}

/** How many replicas are asked for, who polls the alias, how its queue is, and how many of its tasks fail. */
const queueColumns = ({ workers, areRead, queueOf, failuresOf }: Found): Column<DeploymentRow>[] => [
  {
    key: 'replicas',
    header: deploymentMessages.replicas,
    width: '9%',
    align: 'end',
    render: ({ replicaCount }) => replicaCount,
  },
  {
    key: 'pollers',
    header: deploymentMessages.pollers,
    width: '18%',
    render: (row) => {
      const queue = queueOf(row)
      if (!areRead) return pollersPlace
      // An alias that no worker has ever polled and no task has waited for has no queue.
      if (!queue && row.workerId && workers.has(row.workerId))
        return <Box color="ink.2">{verdictMessages.nobodyYet}</Box>
      return (
        queue && (
          // On a card at the edge, as the other values.
          <Box as="span" display="block" css={{ mdDown: { '& > [data-polling]': { textAlign: 'end' } } }}>
            <PollersText {...queue} wanted={row.replicaCount} />
          </Box>
        )
      )
    },
  },
  {
    key: 'queue',
    header: deploymentMessages.queue,
    width: '26%',
    card: 'line',
    render: (row) => {
      const queue = queueOf(row)
      const failures = failuresOf(row)
      return (
        <>
          {queue && (
            <TextLink
              to={paths.queue(queue.type, queue.alias)}
              color="ink"
              display="block"
              aria-label={deploymentMessages.queueOf(row.alias)}
            >
              <VerdictText queue={queue} />
            </TextLink>
          )}
          {failures.length > 0 && (
            // Below the text of the verdict, not below its sign.
            <Box as="span" display="block" ps={queue && '22px'}>
              <FailingTasks failures={failures} />
            </Box>
          )}
        </>
      )
    },
  },
]

// Few platforms publish to a repository.
const PublicationState = lazyPart<{ state: string; reason: string | null }>(
  async () => (await import('./deployment/git/publication-state.tsx')).PublicationState,
  () => null,
)

/** Whether the repository has the deployment. */
const publicationColumn: Column<DeploymentRow> = {
  key: 'gitops',
  header: deploymentMessages.publication,
  width: '16%',
  render: ({ gitops }) => gitops && <PublicationState {...gitops} />,
}

function NewDeploymentLink({ clusterId, variant }: { clusterId: string; variant: 'solid' | 'outline' }) {
  return (
    <IfMayChange>
      <Button asChild variant={variant}>
        <Link to={paths.newDeployment(clusterId)}>
          <Plus />
          {deploymentMessages.newDeployment}
        </Link>
      </Button>
    </IfMayChange>
  )
}

/** The section `Configuration`: all deployments of the cluster. The cell of an unknown worker is empty. */
export function ClusterDeployments({ clusterId }: { clusterId: string }) {
  const read = useLastRead(deploymentListQuery, { clusterId })
  const { found: queues, read: queuesRead } = useDeploymentQueues()
  const isPublished = useFeature('gitops')
  useFailToast(deploymentMessages.loadListFailed, read.error)
  useFailToast(deploymentMessages.loadWorkersFailed, queues.error)
  const columns = useMemo(() => columnsOf(clusterId, queues, isPublished), [clusterId, queues, isPublished])
  const copyOf = useCallback(({ id }: DeploymentRow) => copied.deployment({ id, clusterId }), [clusterId])
  const all = read.data?.deployments
  const rows = all ?? []
  const [isNeed, setIsNeed] = useState(false)
  const needed = useNeededRows<DeploymentRow>({
    all,
    stateOf: queues.stateOf,
    noun: 'deployment',
    isOn: isNeed,
    onChange: setIsNeed,
  })
  // Those in trouble come first: no row moves after it was shown.
  const waits = useStillWaits(all !== undefined && queues.isTold && !queues.areRead)
  const list = useWholeList((isNeed ? needed.rows : needed.ordered) ?? [], {
    textOf: ({ alias, workerName, workerId, dockerTag }) =>
      `${alias} ${workerName ?? queues.workers.get(workerId ?? '')?.name ?? ''} ${dockerTag}`,
    what: clusterMessages.deployments,
  })
  return (
    <section aria-labelledby="configuration">
      <Box
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        mt="2"
        mb="2.5"
        minH="8"
      >
        <Box as="h2" id="configuration" fontSize="md" fontWeight="semibold">
          {clusterMessages.configuration}
        </Box>
        <Box display="flex" flexWrap="wrap" gap="3">
          <StaleNote {...queuesRead} onReadAgain={queuesRead.reread} what={deploymentMessages.pollers} />
          {queues.isTold && (!all || rows.length > 0) && needed.button}
          {list.find}
          <CreateAnother read={read} total={all?.length}>
            <NewDeploymentLink clusterId={clusterId} variant="outline" />
          </CreateAnother>
        </Box>
      </Box>
      <StoppedClock value={queuesRead.staleSince}>
        <Box {...needed.touches}>
          <DataTable
            label="Deployments"
            columns={columns}
            rows={waits ? [] : list.shown}
            skeletons={3}
            footer={list.pages}
            rowId={({ id }) => id}
            rowLabel={({ alias }) => alias}
            copyOf={copyOf}
            loading={(!read.current || waits) && !read.failure}
            failed={
              read.failure && (
                <FailedState
                  message={failText(deploymentMessages.loadListFailed, read.failure)}
                  onRetry={read.reread}
                />
              )
            }
            empty={
              (isNeed ? needed.none : list.noMatch) ?? (
                <EmptyState
                  icon={<Container size={20} />}
                  title={deploymentMessages.emptyTitle}
                  description={deploymentMessages.emptyText}
                  action={<NewDeploymentLink clusterId={clusterId} variant="outline" />}
                />
              )
            }
          />
        </Box>
      </StoppedClock>
    </section>
  )
}
