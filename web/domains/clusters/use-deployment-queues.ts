import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type PollingState, pollingState, worseState } from '#shared/domains/queues/need.ts'
import { type ListedQueue, useQueues, useRegularRead } from '#web/lib/queues/use-queues.ts'
import type { OpenFailure } from '#web/lib/failures/use-open-failures.ts'
import { useFeature } from '#web/lib/features.ts'
import { useNow } from '#web/lib/use-time.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { openFailuresQuery } from '#web/lib/queues/operations.ts'
import { clusterWorkersQuery } from './deployment/operations.ts'

interface Deployed {
  workerId: string | null
  alias: string
  replicaCount: number | null
  gitops: { state: string; reason: string | null } | null
}

/** `FailingCount`, loaded when tasks fail. */
export const FailingTasks = lazyPart<{ failures: readonly OpenFailure[]; several?: string }>(
  async () => (await import('#web/ui/page/open-failures.tsx')).FailingCount,
  () => null,
)

// Read here and not by `useOpenFailures`: its module is another file of the first load.
const ofAllTypes = { type: null, perPage: 200 }

/**
 * The workers that deployments run, and of each deployment the queue and the open failures: those of its alias. A queue is
 * undefined until they are read, and on a platform that does not tell them (`isTold`). A failure has the alias of its newest
 * attempt; one that does not tell it counts for every alias of its type. `stateOf`: how a deployment stands, undefined until
 * its queue is read.
 */
export function useDeploymentQueues(pause = false) {
  const [{ data, error }] = useQuery({
    query: clusterWorkersQuery,
    requestPolicy: 'cache-and-network',
    pause,
  })
  const read = useQueues()
  const { isOffered, queues } = read
  const failures = useRegularRead(openFailuresQuery, ofAllTypes, useFeature('failures') && !pause).data
    ?.failures.rows
  const named = data?.clusterWorkers
  const time = useNow(10_000)
  const now = read.staleSince ?? time
  const found = useMemo(() => {
    const workers = new Map(named?.map((worker) => [worker.id, worker]))
    const byName = queues && new Map(queues.map((queue) => [`${queue.type} ${queue.alias}`, queue]))
    const queueOf = ({ workerId, alias }: Deployed): ListedQueue | undefined =>
      byName?.get(`${workers.get(workerId ?? '')?.type} ${alias}`)
    const failuresOf = ({ workerId, alias }: Deployed): readonly OpenFailure[] =>
      failures?.filter(
        ({ type, sample }) =>
          type === workers.get(workerId ?? '')?.type && (sample === null || sample.alias === alias),
      ) ?? []
    const stateOf = (deployed: Deployed): PollingState | undefined => {
      const queue = queueOf(deployed)
      const facts = {
        failing: failuresOf(deployed).length > 0,
        isDeployed: deployed.replicaCount !== 0,
      }
      return worseState(
        queue && pollingState([queue], facts, now),
        isUnpublished(deployed.gitops) ? 'unpublished' : undefined,
      )
    }
    return { workers, isTold: isOffered, areRead: queues !== undefined, queueOf, failuresOf, stateOf, error }
  }, [named, isOffered, queues, failures, error, now])
  return { found, read }
}

/** Whether the repository has not taken its configuration: it was refused, or the last try has failed. */
const isUnpublished = (gitops: Deployed['gitops']): boolean =>
  gitops !== null && gitops.state !== 'published' && gitops.reason !== null
