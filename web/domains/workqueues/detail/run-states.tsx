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
    <Flex role="group" aria-label={runMessages.states} gap="1.5" wrap="wrap">
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
            <chakra.span fontWeight="semibold" css={countBeside}>
              {each.count.toLocaleString('en')}
            </chakra.span>
            <chakra.span css={wordBelow}>{word}</chakra.span>
          </chakra.button>
        )
      })}
    </Flex>
  )
}

/** In a narrow place the word is below the count, so that all counts fit beside each other. */
const narrow = '@container (max-width: 640px)'
const countBeside = { [narrow]: { justifySelf: 'start' } }
const wordBelow = {
  [narrow]: {
    gridColumn: '1 / -1',
    justifySelf: 'center',
    fontSize: '11px',
    lineHeight: '12px',
    color: 'ink.2',
  },
}

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  height: { base: '10', sm: '7' },
  px: '2',
  borderWidth: '1px',
  borderRadius: 'md',
  bg: 'surface',
  color: 'ink',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  _hover: { bg: 'hover' },
  css: {
    [narrow]: {
      display: 'inline-grid',
      gridTemplateColumns: 'auto auto',
      justifyItems: 'end',
      justifyContent: 'center',
      alignContent: 'center',
      columnGap: '1',
      rowGap: '0',
      height: '10',
      px: '1.5',
      lineHeight: '16px',
    },
  },
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
