import { chakra } from '@chakra-ui/react'
import { goneHosts } from '#shared/domains/queues/behind.ts'
import { silentText } from '#shared/domains/queues/nobody.ts'
import { pollingOfWorker } from '#shared/domains/queues/of-worker.ts'
import { queueMessages } from '#shared/domains/queues/messages.ts'
import { workerMessages as texts } from '#shared/domains/workers/messages.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import { useQueuesNow } from '#web/lib/queues/use-queues-now.ts'
import { useNow } from '#web/lib/use-time.ts'

/** All rows have room for a second line: that no worker polls an alias, or who is gone. */
const twoLines = { display: 'grid', alignContent: 'center', minH: { md: '10' } } as const

/** In place of `PollersOfQueues` until the queues are read: the row does not grow then. */
export const pollersPlace = <chakra.span {...twoLines} />

/** How many workers poll some queues, in which versions, and which of them is not polled; nothing while they are not known. */
export function PollersOfQueues({ queues }: { queues: readonly ListedQueue[] | undefined }) {
  const now = useQueuesNow(queues)
  if (!queues) return null
  const worker = pollingOfWorker(queues, now)
  const { polling, silent, of, gone, versions, nobody, isStuck } = worker
  const there = polling + silent
  return (
    <chakra.span {...twoLines}>
      <chakra.span display="block" whiteSpace={{ sm: 'nowrap' }}>
        {there > 0 && (
          <>
            <chakra.span color={gone.length > 0 ? 'danger' : silent > 0 ? 'status.retry.fg' : undefined}>
              {queueMessages.pollersOf(polling, of)}
            </chakra.span>{' '}
            <chakra.span hideFrom="md" color="ink.2">
              {texts.poll}{' '}
            </chakra.span>
            <chakra.span
              textStyle="mono"
              ms={{ md: '1.5' }}
              color={versions.length > 1 ? 'status.retry.fg' : 'ink.2'}
              title={versions.length > 1 ? queueMessages.versionsDiffer : undefined}
            >
              {versions.join(', ')}
            </chakra.span>
          </>
        )}
        {there > 0 && gone.length > 0 && (
          <chakra.span display="block" color="danger" textStyle="xs">
            {goneHosts(gone)}
          </chakra.span>
        )}
        {silent > 0 && gone.length === 0 && nobody === null && (
          <chakra.span display="block" color="status.retry.fg" textStyle="xs">
            {silentText(worker)}
          </chakra.span>
        )}
        {nobody !== null && (
          <chakra.span
            display="block"
            textStyle={there > 0 ? 'xs' : undefined}
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

/** What runs and waits in some queues. */
export function TasksNow({ queues }: { queues: readonly ListedQueue[] | undefined }) {
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
