import { Box, chakra, Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { queueMessages as texts } from '#shared/domains/queues/messages.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import { PollerList } from './pollers.tsx'
import { Tag } from './tag.tsx'
import { VerdictText } from './verdict.tsx'

/** A queue beside its worker processes: alias, verdict, what is in it, and who polls it. */
export function QueuePolling({
  queue,
  link,
  result,
}: {
  queue: ListedQueue
  /** Leads to the queue. */
  link: ReactNode
  /** How its attempts have ended, where that is known. */
  result?: string | undefined
}) {
  const counts = [
    texts.runs(queue.started ?? 0),
    texts.waits(queue.queued ?? 0),
    ...(queue.retry ? [texts.retries(queue.retry)] : []),
    ...(result === undefined ? [] : [result]),
  ]
  return (
    <Box
      as="section"
      aria-label={texts.pollersOfAlias(queue.alias)}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' }}
      columnGap="8"
      rowGap="3"
      px="3.5"
      py="3"
      borderColor="line.soft"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Box minW="0">
        <Flex align="center" justify="space-between" gap="3" mb="1.5">
          <Tag label={queue.alias} oneLine />
          {link}
        </Flex>
        <VerdictText queue={queue} />
        <chakra.div mt="1.5" color="ink.2" textStyle="xs" fontVariantNumeric="tabular-nums">
          {counts.join(', ')}
        </chakra.div>
      </Box>
      <Box minW="0">
        <PollerList pollers={queue.pollers} />
      </Box>
    </Box>
  )
}
