import { Box, HStack } from '@chakra-ui/react'
import { StaleMark } from '../ui/page/stale-mark.tsx'
import { formatClock } from '../ui/time/moment.tsx'
import { knownUntil, useConnection } from './live-status.ts'

type Mark = 'live' | 'paused' | 'connecting' | 'stale'

const looks: Record<Mark, { color: string; hint: string }> = {
  live: { color: 'status.completed.fg', hint: 'Changes appear by themselves' },
  paused: { color: 'ink.3', hint: 'Live updates are off' },
  connecting: { color: 'ink.3', hint: 'Connecting to live updates' },
  stale: { color: 'status.retry.fg', hint: 'The connection is lost: values may be old until it is back' },
}

/**
 * Shows whether live updates arrive: `listening` is false while the page does not subscribe; `failing` says that reads
 * fail. A stale page tells since when: `readAt` is the time of the last read, in milliseconds since 1970; without it that
 * of the loss of the connection. With `onReadAgain` it offers to read again.
 */
export function LiveMark({
  listening,
  hint,
  readAt,
  failing = false,
  onReadAgain,
}: {
  listening: boolean
  hint?: string | undefined
  readAt?: number | undefined
  failing?: boolean
  onReadAgain?: () => void
}) {
  const connection = useConnection()
  if (!listening) return <MarkView mark="paused" hint={hint} />
  const mark = failing ? 'stale' : markOf[connection]
  if (mark !== 'stale') return <MarkView mark={mark} hint={hint} />
  // The moment of the loss; without one it is not known.
  const at = readAt ?? knownUntil(Infinity)
  return <OldMark readAt={at} hint={hint} onReadAgain={onReadAgain} />
}

/**
 * The mark of a page that reads its data regularly: it describes these reads, because without them the numbers are
 * old even while updates arrive, and with them they are not although the connection is lost. `staleSince` is the
 * time of the last successful read once reads fail, in milliseconds since 1970.
 */
export function ReadMark({
  listening,
  staleSince,
  hint,
  onReadAgain,
}: {
  listening: boolean
  staleSince: number | null
  hint?: string | undefined
  onReadAgain(): void
}) {
  const connection = useConnection()
  if (!listening) return <MarkView mark="paused" hint={hint} />
  if (staleSince !== null) return <OldMark readAt={staleSince} hint={hint} onReadAgain={onReadAgain} />
  return <MarkView mark={markOf[connection] === 'connecting' ? 'connecting' : 'live'} hint={hint} />
}

function OldMark({
  readAt,
  hint = looks.stale.hint,
  onReadAgain,
}: {
  /** In milliseconds since 1970; not finite where it is not known. */
  readAt: number
  hint: string | undefined
  onReadAgain: (() => void) | undefined
}) {
  const text = Number.isFinite(readAt) ? `stale, read ${formatClock(new Date(readAt))}` : 'stale'
  return <StaleMark text={text} hint={hint} onReadAgain={onReadAgain} data-live="stale" />
}

function MarkView({ mark, hint }: { mark: Exclude<Mark, 'stale'>; hint?: string | undefined }) {
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
