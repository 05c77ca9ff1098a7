import { Box } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { clusterMessages as texts } from '#shared/domains/clusters/messages.ts'
import { pollingStates, troubleRank } from '#shared/domains/queues/need.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { PollersOfQueues, pollersPlace, TasksNow } from '#web/ui/display/queues-now.tsx'
import { oneLine } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { allDeploymentsQuery } from './operations.ts'
import { FailingTasks, useDeploymentQueues } from './use-deployment-queues.ts'

type Deployed = ResultOf<typeof allDeploymentsQuery>['deployments'][number]

const none = {}

/**
 * What runs in each cluster: its deployments with their tags, who polls their aliases, and the tasks there, also those that
 * fail; with the read of the queues, and how a cluster stands by its worst deployment. No columns on a platform that does not
 * tell its queues: no call is made.
 */
export function useDeployedColumns<Row extends { id: string }>() {
  const [hasQueues, hasDeployments] = [useFeature('queues'), useFeature('deployments')]
  const asked = hasQueues && hasDeployments
  const { data, failing } = useRegularRead(allDeploymentsQuery, none, asked)
  const { found, read } = useDeploymentQueues(!asked)
  const { isTold, areRead, queueOf, failuresOf, stateOf: stateOfDeployment } = found
  const deployments = data?.deployments
  const byCluster = useMemo(() => {
    const found = new Map<string, Deployed[]>()
    for (const each of deployments ?? []) {
      const clusterId = each.clusterId ?? ''
      found.set(clusterId, [...(found.get(clusterId) ?? []), each])
    }
    return found
  }, [deployments])
  const stateById = useMemo(() => {
    const worst = (own: readonly Deployed[]) => {
      const each = own.map(stateOfDeployment)
      return pollingStates.find((state) => each.includes(state))
    }
    return new Map([...byCluster].map(([id, own]) => [id, worst(own)]))
  }, [byCluster, stateOfDeployment])
  const stateOf = useCallback(({ id }: Row) => stateById.get(id), [stateById])
  const columns = useMemo((): Column<Row>[] => {
    if (!asked || !isTold || (failing && !data)) return []
    const isRead = data !== undefined && areRead
    const queuesIn = ({ id }: Row) => {
      const found = byCluster.get(id)?.flatMap((each) => queueOf(each) ?? [])
      return found?.length ? found : undefined
    }
    // Two deployments may run the same alias.
    const failuresIn = ({ id }: Row) => [...new Set(byCluster.get(id)?.flatMap(failuresOf))]
    return [
      {
        key: 'deployments',
        header: texts.deployments,
        width: '19%',
        fixed: true,
        card: 'line',
        render: ({ id }) => (isRead ? <DeployedTags deployments={byCluster.get(id) ?? []} /> : deployedPlace),
      },
      {
        key: 'pollers',
        header: texts.pollers,
        width: '19%',
        card: 'line',
        render: (row) => (isRead ? <PollersOfQueues queues={queuesIn(row)} /> : pollersPlace),
      },
      {
        key: 'tasksNow',
        header: texts.tasksNow,
        width: '12%',
        card: 'end',
        render: (row) => {
          const failures = failuresIn(row)
          return (
            <>
              <TasksNow queues={queuesIn(row)} />
              {failures.length > 0 && <FailingTasks failures={failures} several={paths.cluster(row.id)} />}
            </>
          )
        },
      },
    ]
  }, [asked, data, failing, isTold, areRead, byCluster, queueOf, failuresOf])
  const hasTrouble = [...stateById.values()].some((state) => troubleRank(state) !== null)
  const isPending = columns.length > 0 && !(data && areRead)
  return { columns, read, stateOf, hasTrouble, isPending }
}

/** As many versions are named; the others are counted. */
const NAMED = 3
const IN_TITLE = 40

/** In place of `DeployedTags` until they are read; most have one line. */
const deployedPlace = (
  <Box as="span" display="block" minH={{ md: '10' }} aria-hidden>
    &nbsp;
  </Box>
)

/** How many, and the versions that they run. */
function DeployedTags({ deployments }: { deployments: readonly Deployed[] }) {
  const replicas = deployments.reduce((sum, { replicaCount }) => sum + (replicaCount ?? 0), 0)
  const all = [...new Set(deployments.map(({ dockerTag }) => dockerTag))]
  const tags = texts.tagsOf(all.slice(0, NAMED), all.length)
  return (
    <Box as="span" display="block" minW="0">
      <Box as="span" display="block" color={deployments.length === 0 ? 'ink.3' : undefined}>
        {texts.deploymentsOf(deployments.length, replicas)}
      </Box>
      {tags && (
        <Box
          as="span"
          display="block"
          textStyle="mono"
          color="ink.2"
          title={all.slice(0, IN_TITLE).join(', ')}
          {...oneLine}
        >
          {tags}
        </Box>
      )}
    </Box>
  )
}
