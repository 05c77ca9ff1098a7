import { useMemo } from 'react'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import { type OpenFailure, useOpenFailuresByType } from '#web/lib/failures/use-open-failures.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { PollersOfQueues, pollersPlace, TasksNow } from '#web/ui/display/queues-now.tsx'
import type { Column } from '#web/ui/table/column.ts'

// Loaded when tasks of a worker fail.
const FailingCount = lazyPart<{ failures: readonly OpenFailure[] }>(
  async () => (await import('#web/ui/page/open-failures.tsx')).FailingCount,
  () => null,
)

interface PolledWorker {
  type: string
  status: string
}

type ByType = ReadonlyMap<string, readonly ListedQueue[]>

/** Who polls the queues of a worker, what they run, and how many tasks of its type fail; none on a platform that does not tell its queues. */
export function usePollingColumns<Row extends PolledWorker>({
  isOffered,
  queues,
}: QueuesRead): Column<Row>[] {
  const failures = useOpenFailuresByType()
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
        render: (row) => (
          <>
            <TasksNow queues={queuesOf(byType, row)} />
            <Failing row={row} failures={failures.get(row.type)} />
          </>
        ),
      },
    ]
  }, [isOffered, queues, failures])
}

/** Of a deleted worker none: its queues are no longer polled by right. */
const queuesOf = (byType: ByType, { type, status }: PolledWorker) =>
  status === 'deleted' ? undefined : byType.get(type)

/** Not of a deleted worker either. */
function Failing({ row, failures }: { row: PolledWorker; failures: readonly OpenFailure[] | undefined }) {
  if (!failures || row.status === 'deleted') return null
  return <FailingCount failures={failures} />
}
