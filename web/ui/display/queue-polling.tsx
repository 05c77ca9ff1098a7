import { Box, chakra } from '@chakra-ui/react'
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
  steps,
}: {
  queue: ListedQueue
  /** Leads to the queue. */
  link: ReactNode
  /** How its attempts have ended, where that is known. */
  result?: ReactNode
  /** What can be done next about it. */
  steps?: ReactNode
}) {
  const counts = [
    ...(queue.started ? [texts.runs(queue.started)] : []),
    ...(queue.queued ? [texts.waits(queue.queued)] : []),
    ...(queue.retry ? [texts.retries(queue.retry)] : []),
  ].join(', ')
  return (
    <Box
      as="section"
      aria-label={texts.pollersOfAlias(queue.alias)}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: '96px minmax(0, 3fr) minmax(0, 5fr) auto' }}
      gridTemplateAreas={{
        base: '"alias link" "verdict verdict" "steps steps" "pollers pollers"',
        md: '"alias verdict pollers link" ". steps steps steps"',
      }}
      columnGap={{ base: '3', md: '4' }}
      alignItems={{ base: 'center', md: 'start' }}
      px="3.5"
      py="3"
      borderColor="line.soft"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Box gridArea="alias" minW="0">
        <Tag label={queue.alias} oneLine />
      </Box>
      <Box gridArea="verdict" minW="0" mt={{ base: '2', md: '0' }}>
        <VerdictText queue={queue} besidePollers />
        {/* Its line is kept while the results are read. */}
        <chakra.div mt="1" minH="4" ps="22px" color="ink.2" textStyle="xs" fontVariantNumeric="tabular-nums">
          {counts}
          {counts && result && ', '}
          {result}
        </chakra.div>
      </Box>
      {/* Not a gap of rows: most queues have no steps. */}
      <Box gridArea="steps" minW="0">
        {steps}
      </Box>
      <Box gridArea="pollers" minW="0" mt={{ base: '2', md: '0' }}>
        <PollerList pollers={queue.pollers} />
      </Box>
      <Box gridArea="link">{link}</Box>
    </Box>
  )
}
