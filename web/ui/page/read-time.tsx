import { Box, Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { formatClock } from '#web/ui/time/moment.tsx'

/** The width of the text with a moment of today. */
const LEAST = '13ch'

/**
 * When the rows of the page were read: no live event contains them. Once a read has failed it says that they may be
 * old. With `onReadAgain` it offers to read them again. `readAt` is in milliseconds since 1970, null before the first read; `regular` for a page that
 * reads on by itself.
 */
export function ReadTime({
  readAt,
  failing,
  regular = false,
  onReadAgain,
}: {
  readAt: number | null
  failing: boolean
  regular?: boolean
  onReadAgain?: () => void
}) {
  // Its place is kept, so that the title and its buttons stay where they are.
  if (readAt === null) return <Box as="span" textStyle="xs" minW={LEAST} />
  const clock = formatClock(new Date(readAt))
  const text = failing ? taskMessages.staleSince(clock) : taskMessages.readAt(clock)
  return (
    <Box
      as="span"
      role="status"
      minW={LEAST}
      textStyle="xs"
      fontWeight="medium"
      fontVariantNumeric="tabular-nums"
      color={failing ? 'status.retry.fg' : 'ink.3'}
      title={regular ? undefined : taskMessages.readHint}
      data-read={failing ? 'stale' : 'fresh'}
    >
      {onReadAgain ? (
        <Button
          variant="plain"
          px="0"
          gap="2"
          minH={{ base: '10', sm: '6' }}
          color="inherit"
          fontSize="inherit"
          title={pageMessages.readAgain}
          onClick={onReadAgain}
        >
          {text}
          {failing && (
            // On a phone the line would become so long that the head of the page takes another row.
            <Box as="span" color="accent" hideBelow="sm">
              {pageMessages.readAgain}
            </Box>
          )}
        </Button>
      ) : (
        text
      )}
    </Box>
  )
}

/** Reads the rows of the page again. */
export function RefreshButton({ reading, onClick }: { reading: boolean; onClick(): void }) {
  return (
    <Button onClick={onClick} aria-busy={reading} minH={{ base: '10', sm: '8' }}>
      <Box
        as="span"
        lineHeight="0"
        animation={reading ? 'turn 0.8s linear infinite' : undefined}
        _motionReduce={{ animation: 'none' }}
      >
        <RotateCw />
      </Box>
      {taskMessages.refresh}
    </Button>
  )
}
