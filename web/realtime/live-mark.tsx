import { Box, HStack } from '@chakra-ui/react'
import { useConnection } from './live-status.ts'

type Mark = 'live' | 'paused' | 'connecting' | 'stale'

const looks: Record<Mark, { color: string; hint: string }> = {
  live: { color: 'status.completed.fg', hint: 'Changes appear by themselves' },
  paused: { color: 'ink.3', hint: 'Live updates are off' },
  connecting: { color: 'ink.3', hint: 'Connecting to live updates' },
  stale: { color: 'status.retry.fg', hint: 'The connection is lost: values may be old until it is back' },
}

/** Shows whether live updates arrive: `listening` is false while the page does not subscribe. */
export function LiveMark({ listening, hint }: { listening: boolean; hint?: string }) {
  const connection = useConnection()
  const mark = listening ? markOf[connection] : 'paused'
  const { color, hint: usual } = looks[mark]
  return (
    <HStack
      as="span"
      role="status"
      gap="1.5"
      color={color}
      textStyle="xs"
      fontWeight="medium"
      title={hint ?? usual}
      data-live={mark}
    >
      <Box
        as="span"
        aria-hidden
        boxSize="7px"
        borderRadius="full"
        bg={mark === 'live' ? 'currentColor' : undefined}
        borderWidth={mark === 'live' ? '0' : '1.5px'}
        borderColor="currentColor"
      />
      {mark}
    </HStack>
  )
}

const markOf = { off: 'connecting', connecting: 'connecting', live: 'live', reconnecting: 'stale' } as const
