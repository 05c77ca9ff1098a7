import { Box, chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import type { QueuesRead } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import type { BacklogListRow } from '../sort-backlog.ts'
import { countNeeds } from './queue-rows.ts'

/**
 * How many queues need a hand, are slow or fine; and since when that is not known, while it cannot be read. `isStale`: the
 * head says so already of the whole page.
 */
export function QueueOverview({
  rows,
  read,
  isStale,
}: {
  rows: readonly BacklogListRow[]
  read: QueuesRead
  isStale: boolean
}) {
  const { all, hand, slow, fine } = countNeeds(rows, useNow(10_000))
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
          {hand > 0 && slow + fine > 0 && ', '}
          {[slow > 0 && texts.slow(slow), fine > 0 && texts.fine(fine)].filter(Boolean).join(', ')}
        </Box>
      )}
      {!isStale && <StaleNote {...read} onReadAgain={read.reread} what={texts.verdicts} />}
    </>
  )
}
