import { Box, chakra, Flex } from '@chakra-ui/react'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { stateWord, type StateCount } from './states.ts'

interface RunStatesProps {
  counts: readonly StateCount[]
  /** The status whose tasks are framed or listed. */
  status: string | null
  onStatus(status: string): void
}

/** The number of tasks in each state, as buttons that frame or list them. */
export function StateCounts({ counts, status, onStatus }: RunStatesProps) {
  return (
    <Flex role="group" aria-label={runMessages.states} gap={{ base: '2', sm: '1.5' }} wrap="wrap">
      {counts.map((each) => {
        const word = stateWord(each.status)
        const chosen = each.status === status
        const { fg, soft } = statusTokens(each.status)
        return (
          <chakra.button
            key={each.status}
            type="button"
            aria-pressed={chosen}
            aria-label={runMessages.nextOf(each.count, word)}
            title={runMessages.nextOf(each.count, word)}
            onClick={() => onStatus(each.status)}
            {...chip}
            {...(chosen && { bg: soft, borderColor: fg, color: fg })}
          >
            <StatusIcon status={each.status} />
            <chakra.span fontWeight="semibold">{each.count.toLocaleString('en')}</chakra.span>
            <chakra.span css={chosen || each.status === 'failed' ? undefined : wordless}>{word}</chakra.span>
          </chakra.button>
        )
      })}
    </Flex>
  )
}

/** In a narrow place a count is known by its mark; the word of what is chosen and of what failed stays. */
const wordless = { '@container (max-width: 640px)': { display: 'none' } }

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  height: { base: '10', sm: '7' },
  px: { base: '3', sm: '2' },
  borderWidth: '1px',
  borderRadius: 'md',
  bg: 'surface',
  color: 'ink',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  _hover: { bg: 'hover' },
} as const

// Statuses without work done have muted colours.
const quiet: Record<string, string> = { skipped: 'control', notstarted: 'line', queued: 'control' }

/** One segment per state, its length proportional to the number of tasks; the same buttons for the pointer. */
export function StateStrip({ counts, onStatus }: Omit<RunStatesProps, 'status'>) {
  return (
    <Flex
      aria-hidden
      gap="2px"
      height="6px"
      bg={counts.length === 0 ? 'pressed' : undefined}
      borderRadius="full"
      overflow="hidden"
      data-state-strip
    >
      {counts.map(({ status, count }) => (
        <Box
          as="span"
          key={status}
          title={runMessages.nextOf(count, stateWord(status))}
          onClick={() => onStatus(status)}
          bg={quiet[status] ?? statusTokens(status).fg}
          minW="4px"
          cursor="pointer"
          transition="flex-grow 200ms"
          style={{ flexGrow: count }}
        />
      ))}
    </Flex>
  )
}
