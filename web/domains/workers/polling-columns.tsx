import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { goneHosts } from '#shared/domains/queues/behind.ts'
import { pollingOfWorker } from '#shared/domains/queues/of-worker.ts'
import { queueMessages } from '#shared/domains/queues/messages.ts'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import { useQueues, type ListedQueue } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import type { Column } from '#web/ui/table/column.ts'

/** All rows have room for a second line: that no worker polls an alias, or who is gone. */
const twoLines = { display: 'grid', alignContent: 'center', minH: { sm: '10' } } as const

interface PolledWorker {
  type: string
  status: string
}

type ByType = ReadonlyMap<string, readonly ListedQueue[]>

/** Who polls the queues of a worker, and what they run; none on a platform that does not tell its queues. */
export function usePollingColumns<Row extends PolledWorker>(): Column<Row>[] {
  const { queues } = useQueues()
  return useMemo(() => {
    if (!queues) return []
    const byType = new Map<string, ListedQueue[]>()
    for (const queue of queues) byType.set(queue.type, [...(byType.get(queue.type) ?? []), queue])
    return [
      {
        key: 'pollers',
        header: texts.pollers,
        width: '21%',
        card: 'line',
        render: (row) => <Pollers queues={queuesOf(byType, row)} />,
      },
      {
        key: 'tasksNow',
        header: texts.tasksNow,
        width: '13%',
        card: 'end',
        render: (row) => <TasksNow queues={queuesOf(byType, row)} />,
      },
    ]
  }, [queues])
}

/** Of a deleted worker none: its queues are no longer polled by right. */
const queuesOf = (byType: ByType, { type, status }: PolledWorker) =>
  status === 'deleted' ? undefined : byType.get(type)

function Pollers({ queues }: { queues: readonly ListedQueue[] | undefined }) {
  const now = useNow(10_000)
  if (!queues) return null
  const { polling, of, gone, versions, nobody, isStuck } = pollingOfWorker(queues, now)
  return (
    <chakra.span {...twoLines}>
      <chakra.span display="block" whiteSpace={{ sm: 'nowrap' }}>
        {polling > 0 && (
          <>
            <chakra.span color={gone.length > 0 ? 'danger' : undefined}>
              {queueMessages.pollersOf(polling, of)}
            </chakra.span>{' '}
            <chakra.span hideFrom="sm" color="ink.2">
              {texts.poll}{' '}
            </chakra.span>
            <chakra.span
              textStyle="mono"
              color={versions.length > 1 ? 'status.retry.fg' : 'ink.2'}
              title={versions.length > 1 ? queueMessages.versionsDiffer : undefined}
            >
              {versions.join(', ')}
            </chakra.span>
          </>
        )}
        {polling > 0 && gone.length > 0 && (
          <chakra.span display="block" color="danger" textStyle="xs">
            {goneHosts(gone)}
          </chakra.span>
        )}
        {nobody !== null && (
          <chakra.span
            display="block"
            textStyle={polling > 0 ? 'xs' : undefined}
            color={isStuck ? 'danger' : 'ink.2'}
            fontWeight={isStuck ? 'medium' : undefined}
          >
            {nobody}
          </chakra.span>
        )}
      </chakra.span>
    </chakra.span>
  )
}

function TasksNow({ queues }: { queues: readonly ListedQueue[] | undefined }) {
  const now = useNow(10_000)
  if (!queues) return null
  const { running, waiting } = pollingOfWorker(queues, now)
  if (running + waiting === 0) return <chakra.span color="ink.3">{texts.nothingNow}</chakra.span>
  return (
    <span>
      {[running > 0 && queueMessages.runs(running), waiting > 0 && queueMessages.waits(waiting)]
        .filter(Boolean)
        .join(', ')}
    </span>
  )
}
