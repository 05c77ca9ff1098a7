import { Box, Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { StaleMark } from './stale-mark.tsx'

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
  return (
    <Box as="span" minW={LEAST}>
      <StaleMark
        text={failing ? taskMessages.staleSince(clock) : taskMessages.readAt(clock)}
        hint={regular ? undefined : taskMessages.readHint}
        onReadAgain={onReadAgain}
        data-read={failing ? 'stale' : 'fresh'}
      />
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
