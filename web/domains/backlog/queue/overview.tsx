import { Box, Button, chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import type { QueuesRead } from '#web/lib/queues/use-queues.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { BacklogListRow } from '../sort-backlog.ts'
import { countNeeds } from './queue-rows.ts'

/** How many queues need a hand, are slow or fine; and since when that is not known, while it cannot be read. */
export function QueueOverview({ rows, read }: { rows: readonly BacklogListRow[]; read: QueuesRead }) {
  const { all, hand, slow, fine } = countNeeds(rows)
  return (
    <>
      {all > 0 && (
        <Box as="span" color="ink.2" fontVariantNumeric="tabular-nums">
          {texts.queues(all)}:{' '}
          {hand > 0 && (
            <chakra.span color="danger" fontWeight="semibold">
              {texts.needHand(hand)}
            </chakra.span>
          )}
          {[hand > 0 ? '' : null, slow > 0 ? texts.slow(slow) : null, fine > 0 ? texts.fine(fine) : null]
            .filter((part) => part !== null)
            .join(', ')}
        </Box>
      )}
      {read.failing && (
        <Box as="span" role="status" color="status.retry.fg" textStyle="xs" fontWeight="medium">
          {read.readAt === null
            ? texts.verdictsFailed
            : texts.verdictsStale(formatClock(new Date(read.readAt)))}{' '}
          <Button variant="plain" px="0" minH={{ base: '10', sm: '6' }} onClick={read.reread}>
            {texts.readAgain}
          </Button>
        </Box>
      )}
    </>
  )
}
