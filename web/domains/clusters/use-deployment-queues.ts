import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type ListedQueue, useQueues } from '#web/lib/queues/use-queues.ts'
import { clusterWorkersQuery } from './deployment/operations.ts'

interface Deployed {
  workerId: string | null
  alias: string
}

/**
 * The workers that deployments run, and the queue of each deployment: that of its alias. A queue is undefined until they are
 * read, and on a platform that does not tell them (`isTold`).
 */
export function useDeploymentQueues(pause = false) {
  const [{ data, error }] = useQuery({
    query: clusterWorkersQuery,
    requestPolicy: 'cache-and-network',
    pause,
  })
  const read = useQueues()
  const { isOffered, queues } = read
  const named = data?.clusterWorkers
  const found = useMemo(() => {
    const workers = new Map(named?.map((worker) => [worker.id, worker]))
    const byName = queues && new Map(queues.map((queue) => [`${queue.type} ${queue.alias}`, queue]))
    const queueOf = ({ workerId, alias }: Deployed): ListedQueue | undefined =>
      byName?.get(`${workers.get(workerId ?? '')?.type} ${alias}`)
    return { workers, isTold: isOffered, areRead: queues !== undefined, queueOf, error }
  }, [named, isOffered, queues, error])
  return { found, read }
}
