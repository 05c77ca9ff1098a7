import { useMemo } from 'react'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { PollersOfQueues, pollersPlace, TasksNow } from '#web/ui/display/queues-now.tsx'
import type { Column } from '#web/ui/table/column.ts'

interface PolledWorker {
  type: string
  status: string
}

type ByType = ReadonlyMap<string, readonly ListedQueue[]>

/** Who polls the queues of a worker, and what they run; none on a platform that does not tell its queues. */
export function usePollingColumns<Row extends PolledWorker>({
  isOffered,
  queues,
}: QueuesRead): Column<Row>[] {
  return useMemo(() => {
    if (!isOffered) return []
    const byType = new Map<string, ListedQueue[]>()
    for (const queue of queues ?? []) byType.set(queue.type, [...(byType.get(queue.type) ?? []), queue])
    return [
      {
        key: 'pollers',
        header: texts.pollers,
        width: '21%',
        card: 'line',
        render: (row) => (queues ? <PollersOfQueues queues={queuesOf(byType, row)} /> : pollersPlace),
      },
      {
        key: 'tasksNow',
        header: texts.tasksNow,
        width: '13%',
        card: 'end',
        render: (row) => <TasksNow queues={queuesOf(byType, row)} />,
      },
    ]
  }, [isOffered, queues])
}

/** Of a deleted worker none: its queues are no longer polled by right. */
const queuesOf = (byType: ByType, { type, status }: PolledWorker) =>
  status === 'deleted' ? undefined : byType.get(type)
