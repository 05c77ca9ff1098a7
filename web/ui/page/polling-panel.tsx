import { Box, Flex, Skeleton } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { queueMessages as texts } from '#shared/domains/queues/messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { ListedQueue, QueuesRead } from '#web/lib/queues/use-queues.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import type { PollingBadgeProps } from '../display/polling-badge.tsx'
import { QueuePolling } from '../display/queue-polling.tsx'
import { Panel } from './panel.tsx'
import { StaleNote } from './stale-note.tsx'
import { TextLink } from './text-link.tsx'

/** In place of `WhoPollsBadge` until what it tells is read; nothing stands behind it that would move. */
export const badgePlace = <Box as="span" minW="28" minH="6" />

/** `PollingBadge`, loaded with the queues that it tells about. */
export const WhoPollsBadge = lazyPart<PollingBadgeProps>(
  async () => (await import('../display/polling-badge.tsx')).PollingBadge,
  () => badgePlace,
)

const MOST_EXPECTED = 5

/** Queues with the worker processes that poll them, and what is known of each besides. */
export function PollingPanel({
  read,
  queues,
  expected = 1,
  empty,
  results,
  stepsOf,
  find,
  foot,
}: {
  read: QueuesRead
  /** Those of `read` that are shown; undefined until they are read. */
  queues: readonly ListedQueue[] | undefined
  /** How many there will be, as far as that is known: their place is kept. */
  expected?: number
  /** Why there is none. */
  empty: ReactNode
  /** By alias, how its attempts have ended. */
  results?: ReadonlyMap<string, ReactNode>
  /** What can be done next about a queue. */
  stepsOf?: (queue: ListedQueue) => ReactNode
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
      {!queues &&
        !read.failing &&
        Array.from({ length: Math.min(expected, MOST_EXPECTED) }, (_, place) => (
          <Skeleton key={place} mx="3.5" my="3" height={{ base: '118px', md: '55px' }} data-pending />
        ))}
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
            steps={stepsOf?.(queue)}
            link={
              <TextLink to={paths.queue(queue.type, queue.alias)} py={{ base: '3', sm: '0' }}>
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
