import { useMemo } from 'react'
import { type PollingState, pollingState, troubleRank } from '#shared/domains/queues/need.ts'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import { type OpenFailure, useOpenFailuresByType } from '#web/lib/failures/use-open-failures.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
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

interface Polling<Row> {
  /** None on a platform that does not tell its queues. */
  columns: Column<Row>[]
  /** How a worker stands; undefined of a deleted one, whose queues are no longer polled by right, and until it is known. */
  stateOf(row: Row): PollingState | undefined
  /** Whether any worker of the account may be in trouble. */
  hasTrouble: boolean
  /** Whether the columns have no values yet. */
  isPending: boolean
}

/** Who polls the queues of a worker, what they run, and how many tasks of its type fail. */
export function usePolling<Row extends PolledWorker>({
  isOffered,
  queues,
  staleSince,
}: QueuesRead): Polling<Row> {
  const failures = useOpenFailuresByType()
  const time = useNow(10_000)
  const now = staleSince ?? time
  const byType = useMemo(() => {
    const found = new Map<string, ListedQueue[]>()
    for (const queue of queues ?? []) found.set(queue.type, [...(found.get(queue.type) ?? []), queue])
    return found
  }, [queues])
  const stateOf = useMemo(
    () => (row: Row) => {
      const own = queuesOf(byType, row)
      return own && pollingState(own, { failing: failures.has(row.type) }, now)
    },
    [byType, failures, now],
  )
  const columns = useMemo((): Column<Row>[] => {
    if (!isOffered) return []
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
  }, [isOffered, queues, byType, failures])
  const hasTrouble = [...byType].some(
    ([type, own]) => troubleRank(pollingState(own, { failing: failures.has(type) }, now)) !== null,
  )
  return { columns, stateOf, hasTrouble, isPending: isOffered && !queues }
}

const queuesOf = (
  byType: ReadonlyMap<string, readonly ListedQueue[]>,
  { type, status }: PolledWorker,
): readonly ListedQueue[] | undefined => (status === 'deleted' ? undefined : byType.get(type))

/** Not of a deleted worker either. */
function Failing({ row, failures }: { row: PolledWorker; failures: readonly OpenFailure[] | undefined }) {
  if (!failures || row.status === 'deleted') return null
  return <FailingCount failures={failures} />
}
