import { Box } from '@chakra-ui/react'
import { shortDuration } from '#shared/lib/time-text.ts'
import { type ComparedRow, failedSide } from './task-differences.ts'

/** Milliseconds that the bars of a comparison show before and after their common line. */
export interface BarScale {
  before: number
  after: number
}

/** The part of the width of the longest bar that ended; a failure beyond it is broken off. */
const ENDED_PART = 0.45
/** Shorter differences have no bar, in milliseconds. */
const LEAST_MS = 100
/** The line is not nearer to an edge than this part of the width, where a bar ends there. */
const LEAST_PART = 0.12

/** One scale for all rows. A failure that took much longer does not flatten the others. */
export function barScale(rows: readonly ComparedRow[]): BarScale {
  const scale = { before: 0, after: 0 }
  for (const row of rows) {
    const { longerMs } = row
    if (longerMs === null || failedSide(row) !== null) continue
    scale.before = Math.max(scale.before, -longerMs)
    scale.after = Math.max(scale.after, longerMs)
  }
  const failures = rows.filter((row) => failedSide(row) !== null).map(({ longerMs }) => longerMs ?? 0)
  // By the longest bar of both sides: a bar that is broken off is longer than any whole one.
  const longest = Math.max(scale.before, scale.after)
  const grown = (most: number, failed: number) =>
    failed <= most ? most : longest === 0 ? failed : Math.min(failed, longest / ENDED_PART)
  return {
    before: grown(scale.before, Math.max(0, ...failures.map((ms) => -ms))),
    after: grown(scale.after, Math.max(0, ...failures)),
  }
}

/** Where a bar is, in parts of the width; `cut` when it is longer than it can be shown. */
export function barOf(longerMs: number, { before, after }: BarScale) {
  const whole = before + after || 1
  const line = Math.min(
    1 - (after > 0 ? LEAST_PART : 0),
    Math.max(before > 0 ? LEAST_PART : 0, before / whole),
  )
  const most = longerMs < 0 ? before : after
  // One scale for both sides, also where the line is not in proportion.
  const perMs = Math.min(before === 0 ? Infinity : line / before, after === 0 ? Infinity : (1 - line) / after)
  const width = most === 0 ? 0 : perMs * Math.min(most, Math.abs(longerMs))
  return { line, start: longerMs < 0 ? line - width : line, width, cut: Math.abs(longerMs) > most }
}

const percent = (part: number) => `${Math.round(part * 1000) / 10}%`

/** `+1 m 11 s`; null for no difference. */
export function longerText(longerMs: number | null): string | null {
  if (longerMs === null || Math.abs(longerMs) < LEAST_MS) return null
  return `${longerMs < 0 ? '−' : '+'}${shortDuration(Math.abs(longerMs))}`
}

/**
 * How much longer the right run took, as a bar from the common line and in words. To the right is slower. It says
 * something about the right run, so that it is red only when that one has failed.
 */
export function DifferenceBar({ row, scale }: { row: ComparedRow; scale: BarScale }) {
  const { longerMs } = row
  const text = longerText(longerMs)
  const failed = failedSide(row) === 'right'
  const bar = barOf(text === null ? 0 : (longerMs ?? 0), scale)
  const color = failed ? 'status.failed.fg' : 'control'
  return (
    <Box as="span" display="flex" alignItems="center" gap="2" minW="0">
      <Box as="span" aria-hidden position="relative" flex="1" minW="40px" maxW="140px" height="42px" my="-1">
        <Box
          as="span"
          position="absolute"
          top="0"
          bottom="0"
          width="1px"
          bg="line"
          style={{ insetInlineStart: percent(bar.line) }}
        />
        {text !== null && (
          <Box
            as="span"
            data-bar={bar.cut ? 'cut' : ''}
            position="absolute"
            top="50%"
            height="9px"
            mt="-4.5px"
            minW="2px"
            borderRadius="2px"
            bg={color}
            opacity={failed ? 1 : 0.6}
            style={{ insetInlineStart: percent(bar.start), width: percent(bar.width) }}
            maskImage={bar.cut ? BROKEN : undefined}
          />
        )}
      </Box>
      <Box as="span" width="84px" flexShrink={0} whiteSpace="nowrap" data-red={failed || undefined}>
        {text}
      </Box>
    </Box>
  )
}

/** Two pieces with a slanted gap. */
const BROKEN = 'linear-gradient(115deg, #000 calc(72% - 2px), #0000 0 calc(72% + 2px), #000 0)'
