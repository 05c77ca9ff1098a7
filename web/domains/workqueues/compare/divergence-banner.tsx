import { Box, Flex, Grid } from '@chakra-ui/react'
import { useMemo } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { useCauses } from '../detail/use-causes.ts'
import { type Divergence, fixOf, goodVersionOf } from './divergence.ts'
import { DivergenceFacts } from './divergence-facts.tsx'
import { FixButtons } from './fix-buttons.tsx'
import { factsOf } from './likely-causes.ts'
import { Change, ranText } from './row-texts.tsx'
import { useHandedOut } from './row-values.tsx'
import type { CompareTab } from './compare-params.ts'
import { sides } from './task-pairs.ts'
import type { ShownComparison } from './use-comparison.ts'

/** A longer reason is cut; the task has all of it. */
const SHOWN_REASON = 300

/** Where two runs diverged first, why that may be, and the one action that mends it. */
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
  const { divergence, rows, comparison, here } = shown
  const fix = fixOf(divergence, rows, comparison.runs, here)
  const { left, right } = useHandedOut(divergence?.row ?? null)
  const facts = useMemo(
    () => (divergence ? factsOf(divergence, rows, comparison, { left, right }) : []),
    [divergence, rows, comparison, left, right],
  )
  const status = divergence ? statusOf(divergence) : null
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
        {divergence && (
          <Box color={tokens.fg} pt="2px" flexShrink={0}>
            <StatusIcon status={status ?? 'queued'} size={16} />
          </Box>
        )}
        <Box as="p" minW="0" flex="1" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
          {divergence ? (
            <DivergenceTitle shown={shown} divergence={divergence} />
          ) : (
            <NothingDiverged shown={shown} differing={differing} />
          )}
        </Box>
      </Flex>
      {fix && (
        <Box gridColumn={{ lg: 2 }} gridRow={{ lg: '1 / 3' }} mt={{ base: '3', lg: '0' }}>
          <FixButtons
            run={comparison.runs[fix.side]}
            taskId={fix.task.id}
            goodVersion={goodVersionOf(fix, rows)}
            named={fix.task.name !== divergence?.row.name}
            elsewhere={fix.side !== here}
            onRestarted={onRestarted}
          />
        </Box>
      )}
      {facts.length > 0 && divergence && (
        <Box minW="0" ps={{ base: '0', sm: '7' }} mt={{ base: '3', lg: '0' }}>
          <DivergenceFacts facts={facts} divergence={divergence} comparison={comparison} />
        </Box>
      )}
    </Grid>
  )
}

/** The status whose colour and mark the banner has: that of the worse end. */
function statusOf({ row, by, worse }: Divergence): string | null {
  return by === 'status' ? (row[worse]?.status ?? null) : by === 'time' ? 'retry' : null
}

function DivergenceTitle({
  shown: { comparison },
  divergence,
}: {
  shown: ShownComparison
  divergence: Divergence
}) {
  const { row, by, worse } = divergence
  const run = comparison.runs[worse]
  const { causes } = useCauses(run, run.tasks, null)
  const task = row[worse]
  const cause = task && causes.get(task.id)
  const name = (
    <Box as="span" fontWeight="semibold">
      {row.name}
    </Box>
  )
  const reason = by === 'status' && task && ['failed', 'retry'].includes(task.status) ? task.reason : null
  const usual = comparison.usual.get(row.name)?.medianMs
  const { left, right } = row.ran
  return (
    <>
      {compareMessages.diverged} {name}
      {', '}
      {by === 'status' &&
        (reason ? (
          <Box as="span" fontWeight="semibold" color={statusTokens(task?.status ?? '').fg}>
            {reason.length > SHOWN_REASON ? `${reason.slice(0, SHOWN_REASON)}…` : reason}
          </Box>
        ) : (
          (cause?.short ?? task?.status)
        ))}
      {by === 'time' && (
        <>
          <Change left={ranText(left)} right={ranText(right)} />
          {usual != null && `, ${compareMessages.usually(roughDuration(usual))}`}
        </>
      )}
      {by === 'result' && `${compareMessages.result} ${divergence.result?.field ?? ''}`}
    </>
  )
}

/** What was compared, where nothing diverged. */
function NothingDiverged({
  shown: { rows, comparison },
  differing,
}: {
  shown: ShownComparison
  differing: readonly CompareTab[] | null
}) {
  const { runs } = comparison
  const isUnderWay = sides.some((side) => !isTerminal(runs[side].status))
  const isSame = differing?.length === 0 && rows.every(({ difference }) => difference === 'same')
  const plan = runs.right.plan?.version
  return (
    <>
      <Box as="span" fontWeight="semibold">
        {isUnderWay
          ? compareMessages.underWay
          : isSame
            ? compareMessages.nothingDiffers
            : compareMessages.nothingDiverged}
        {differing &&
          differing.length > 0 &&
          `. ${compareMessages.partsDiffer(differing.map((tab) => compareMessages.tab[tab]))}`}
      </Box>
      <Box as="span" display="block" color="ink.2" textStyle="sm" mt="1">
        {compareMessages.compared(rows.length, plan != null ? compareMessages.planOf(plan) : null)}
      </Box>
    </>
  )
}
