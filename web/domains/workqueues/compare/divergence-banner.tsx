import { Box, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { useMemo } from 'react'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { useHandedOut } from '#web/domains/tasks/use-handed-out.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { ComparisonTitle } from './comparison-title.tsx'
import { type Divergence, fixOf, goodVersionOf } from './divergence.ts'
import { DivergenceFacts } from './divergence-facts.tsx'
import { factsOf } from './likely-causes.ts'
import type { CompareTab } from './compare-params.ts'
import type { ShownComparison } from './use-comparison.ts'

// Loaded lazily: which restart mends is known later than the runs. Its place is kept meanwhile.
const FixButtons = lazyPart(
  async () => (await import('./fix-buttons.tsx')).FixButtons,
  () => <Skeleton height={{ base: '10', sm: '8' }} width={{ base: 'full', lg: '190px' }} borderRadius="md" />,
)

/** Where two runs diverged first, or at what both failed, why that may be, and the one action that mends it. */
export function DivergenceBanner({
  shown,
  differing,
  onRestarted,
}: {
  shown: ShownComparison
  /** Which of plan, initial state and outputs differ; null until they are compared. */
  differing: readonly CompareTab[] | null
  /** Reads a run again after a restart. */
  onRestarted(runId: string): void
}) {
  const { divergence, common, rows, comparison, here } = shown
  const fix = fixOf(divergence, rows, comparison.runs, here)
  // What differs beside a common failure may be its cause or not: it is that of the failed task.
  const subject = useMemo(
    (): Divergence | null =>
      common ? { row: common.row, by: 'status', worse: 'right', result: null } : divergence,
    [common, divergence],
  )
  const { left, right } = useHandedOut(subject?.row ?? null)
  const facts = useMemo(
    () => (subject ? factsOf(subject, rows, comparison, { left, right }) : []),
    [subject, rows, comparison, left, right],
  )
  const status = subject ? statusOf(subject) : null
  const tokens = statusTokens(status ?? 'queued')
  return (
    <Grid
      as="section"
      aria-label={divergence ? compareMessages.diverged : compareMessages.nothingDiverged}
      data-banner={status ?? 'none'}
      // On a phone the action is directly below the sentence.
      templateColumns={{ base: 'minmax(0, 1fr)', lg: fix ? 'minmax(0, 1fr) auto' : 'minmax(0, 1fr)' }}
      alignItems="center"
      columnGap="3"
      px="3.5"
      py="3"
      borderWidth="1px"
      borderRadius="lg"
      bg={status ? tokens.soft : 'surface'}
      borderColor={status ? `color-mix(in srgb, {colors.${tokens.fg}} 35%, transparent)` : undefined}
    >
      <Flex gap="3" minW="0" alignSelf="start">
        {subject && (
          <Box color={tokens.fg} pt="2px" flexShrink={0}>
            <StatusIcon status={status ?? 'queued'} size={16} />
          </Box>
        )}
        <Box as="p" minW="0" flex="1" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
          <ComparisonTitle shown={shown} differing={differing} />
        </Box>
      </Flex>
      {fix && (
        <Box gridColumn={{ lg: 2 }} gridRow={{ lg: '1 / 3' }} mt={{ base: '3', lg: '0' }}>
          <FixButtons
            run={comparison.runs[fix.side]}
            taskId={fix.task.id}
            goodVersion={goodVersionOf(fix, rows)}
            named={fix.task.name !== subject?.row.name}
            elsewhere={fix.side !== here}
            onRestarted={onRestarted}
          />
        </Box>
      )}
      {facts.length > 0 && subject && (
        <Box minW="0" ps={{ base: '0', sm: '7' }} mt={{ base: '3', lg: '0' }}>
          <DivergenceFacts facts={facts} divergence={subject} comparison={comparison} />
        </Box>
      )}
    </Grid>
  )
}

/** The status whose colour and mark the banner has: that of the worse end. */
function statusOf({ row, by, worse }: Divergence): string | null {
  const task = row[worse]
  return by === 'status' ? task && markOfTask(task) : by === 'time' ? 'retry' : null
}
