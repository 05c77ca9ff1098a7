import { Box, Flex, Skeleton } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { queueMessages as texts } from '#shared/domains/queues/messages.ts'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { QueuePolling } from '../display/queue-polling.tsx'
import { Panel } from './panel.tsx'
import { StaleNote } from './stale-note.tsx'
import { TextLink } from './text-link.tsx'

/** Queues with the worker processes that poll them, and what is known of each besides. */
export function PollingPanel({
  read,
  queues,
  empty,
  results,
  find,
  foot,
}: {
  read: QueuesRead
  /** Those of `read` that are shown; undefined until they are read. */
  queues: readonly ListedQueue[] | undefined
  /** Why there is none. */
  empty: string
  /** By alias, how its attempts have ended. */
  results?: ReadonlyMap<string, ReactNode>
  /** Beside the title, and below the queues: the search and the pages of a long list. */
  find?: ReactNode
  foot?: ReactNode
}) {
  return (
    <Panel
      title={texts.whoPolls}
      padded={false}
      aside={
        <Flex gap="3" align="center" wrap="wrap" justify="flex-end">
          <StaleNote failing={read.failing} readAt={read.readAt} onReadAgain={read.reread} />
          {find}
        </Flex>
      }
    >
      {!queues && !read.failing && <Skeleton m="3.5" height="58px" data-pending />}
      {queues?.length === 0 && (
        <Box p="3.5" color="ink.2">
          {empty}
        </Box>
      )}
      <StoppedClock value={read.staleSince}>
        {queues?.map((queue) => (
          <QueuePolling
            key={queue.alias}
            queue={queue}
            result={results?.get(queue.alias)}
            link={
              <TextLink to={paths.queue(queue.type, queue.alias)} py={{ base: '2', sm: '0' }}>
                {texts.openQueue}
              </TextLink>
            }
          />
        ))}
      </StoppedClock>
      {foot}
    </Panel>
  )
}
