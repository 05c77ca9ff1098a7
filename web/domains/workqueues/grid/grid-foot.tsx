import { Box, chakra, Flex } from '@chakra-ui/react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { roundedDuration } from '#shared/lib/time-text.ts'
import type { GridMark } from './grid-rows.ts'

const marks: readonly GridMark[] = [
  'ended',
  'retried',
  'failed',
  'retry',
  'started',
  'queued',
  'nobody',
  'skipped',
  'cancelled',
  'notstarted',
]

/** What the squares and the dashed line mean. Hidden from screen readers, to whom each square tells its state. */
export function GridLegend({ usualMs }: { usualMs: number | null }) {
  return (
    <Flex
      aria-hidden
      data-legend
      wrap="wrap"
      columnGap="5"
      rowGap="1.5"
      px="4"
      py="3"
      borderTopWidth="1px"
      textStyle="xs"
      color="ink.2"
    >
      {marks.map((mark) => (
        <Flex as="span" key={mark} align="center" gap="2">
          <span className="run-square" data-mark={mark} />
          {gridMessages.marks[mark]}
        </Flex>
      ))}
      {usualMs !== null && (
        <Flex as="span" align="center" gap="2">
          <Box as="span" width="18px" borderTopWidth="1px" borderStyle="dashed" borderColor="ink.3" />
          {gridMessages.expected(roundedDuration(usualMs))}
        </Flex>
      )}
    </Flex>
  )
}

const keys: readonly [keys: readonly string[], meaning: string][] = [
  [['←', '→'], gridMessages.keyRun],
  [['↑', '↓'], gridMessages.keyTask],
  [['Enter'], gridMessages.keyOpen],
  [['D'], gridMessages.keyCompare],
  [['N'], gridMessages.keyNext],
]

/** The keys of the grid. */
export function GridKeys() {
  return (
    <Flex
      display={{ base: 'none', sm: 'flex' }}
      align="center"
      wrap="wrap"
      columnGap="3.5"
      rowGap="1"
      mt="3"
      color="ink.2"
      textStyle="xs"
    >
      {gridMessages.keys}
      {keys.map(([names, meaning]) => (
        <Flex as="span" key={meaning} align="center" gap="1">
          {names.map((name) => (
            <chakra.kbd
              key={name}
              px="1.5"
              borderWidth="1px"
              borderRadius="xs"
              bg="surface"
              color="ink.2"
              fontSize="11px"
              lineHeight="xs"
            >
              {name}
            </chakra.kbd>
          ))}
          <Box as="span" ps="0.5">
            {meaning}
          </Box>
        </Flex>
      ))}
    </Flex>
  )
}
