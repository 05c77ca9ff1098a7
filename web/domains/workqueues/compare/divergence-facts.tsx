import { Box, Flex } from '@chakra-ui/react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { shortJson } from '#web/lib/json-values.ts'
import type { Divergence } from './divergence.ts'
import type { DivergenceFact } from './likely-causes.ts'
import { Change, statusText } from './row-texts.tsx'
import type { Comparison } from './task-differences.ts'
import type { Side } from './task-pairs.ts'

/** Longer values of a result are cut. */
const SHOWN_VALUE = 60

/** What may have caused the difference, what speaks against it, and what is the same. */
export function DivergenceFacts({
  facts,
  divergence,
  comparison,
}: {
  facts: readonly DivergenceFact[]
  divergence: Divergence
  comparison: Comparison
}) {
  return (
    // The line before the first fact of each row is outside of the visible area.
    <Box overflow="hidden">
      <Flex as="dl" wrap="wrap" rowGap="2" mt="2" ms="-15px">
        {facts.map((fact, index) => (
          <Fact key={index} fact={fact} divergence={divergence} comparison={comparison} />
        ))}
      </Flex>
    </Box>
  )
}

function Fact({
  fact,
  divergence,
  comparison,
}: {
  fact: DivergenceFact
  divergence: Divergence
  comparison: Comparison
}) {
  const strong = (text: string) => (
    <Box as="span" fontWeight="semibold" color="ink">
      {text}
    </Box>
  )
  return (
    <Box
      px="3.5"
      borderInlineStartWidth="1px"
      borderColor="color-mix(in srgb, currentColor 25%, transparent)"
      color="ink.2"
      minW="0"
      maxW="full"
    >
      <Box as="dt" textStyle="xs">
        {fact.kind === 'result' ? compareMessages.result : fact.label}
      </Box>
      <Box as="dd" color="ink" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {fact.kind === 'note' && fact.text}
        {fact.kind === 'change' && (
          <Box as="span" textStyle="mono">
            <Change left={fact.left} right={fact.right} strong={strong(fact.right)} />
          </Box>
        )}
        {fact.kind === 'result' && <ResultFact divergence={divergence} comparison={comparison} />}
      </Box>
    </Box>
  )
}

/** `19 s → failed 3/3`, or the values of the field that differs. */
export function ResultFact({
  divergence: { row, by, result },
  comparison,
}: {
  divergence: Divergence
  comparison: Comparison
}) {
  if (by === 'result')
    return (
      <Box as="span" textStyle="mono">
        <Change left={shortJson(result?.left, SHOWN_VALUE)} right={shortJson(result?.right, SHOWN_VALUE)} />
      </Box>
    )
  const textOf = (side: Side) => {
    const task = row[side]
    if (!task) return null
    const ran = row.ran[side].ms
    if (task.status === 'ended' && ran !== null) return shortDuration(ran)
    return statusText(task, comparison.attempts.get(task.id) ?? [], row.errorTask)
  }
  const shown = (side: Side) =>
    row[side]?.status === 'failed' ? (
      <Box as="span" key={side} color="status.failed.fg" fontWeight="semibold">
        {textOf(side)}
      </Box>
    ) : (
      textOf(side)
    )
  const isSame = row.left?.status === row.right?.status && textOf('left') === textOf('right')
  return isSame ? shown('right') : <Change left={shown('left')} right={shown('right')} />
}
