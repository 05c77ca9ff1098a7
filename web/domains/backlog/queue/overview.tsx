import { Box, chakra } from '@chakra-ui/react'
import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import type { QueuesRead } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import type { BacklogListRow } from '../sort-backlog.ts'
import { countNeeds } from './queue-rows.ts'

/** Takes what the head has left: it is cut before it moves the controls to a second line. */
const rest = {
  '@media (min-width: 1280px)': { width: '0', minW: '150px', flexGrow: '1', truncate: true },
} as const

/** On a phone; kept until the queues are read, so that nothing below moves. */
const ownLine = { flexBasis: { base: 'full', sm: 'auto' }, minH: { base: '5', sm: '0' } } as const

/** Beside what is stale there is no room for the number of all, which the tab of the list has too. */
const hiddenWhereTight = { '@media (min-width: 1280px) and (max-width: 1439.98px)': { display: 'none' } }

/**
 * How many queues need a hand, are slow or fine, of how many it is too early to say; and since when that is not known, while it cannot be read. `isStale`: the
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
  const { all, hand, slow, fine, early } = countNeeds(rows, useNow(10_000))
  const isTight = isStale || read.failing
  const total = `${texts.queues(all)}: `
  return (
    <>
      {all === 0 && !read.queues && !read.failing && <Box as="span" {...ownLine} data-pending />}
      {all > 0 && (
        <Box as="span" {...ownLine} color="ink.2" fontVariantNumeric="tabular-nums" css={rest}>
          {isTight ? <chakra.span css={hiddenWhereTight}>{total}</chakra.span> : total}
          {hand > 0 && (
            <chakra.span color="danger" fontWeight="semibold">
              {texts.needHand(hand)}
            </chakra.span>
          )}
          {hand > 0 && all > hand && ', '}
          {[slow > 0 && texts.slow(slow), fine > 0 && texts.fine(fine), early > 0 && texts.early(early)]
            .filter(Boolean)
            .join(', ')}
        </Box>
      )}
      {!isStale && <StaleNote {...read} onReadAgain={read.reread} what={texts.verdicts} />}
    </>
  )
}
