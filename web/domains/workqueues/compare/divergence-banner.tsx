import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { roughDuration, shortDuration } from '#shared/lib/time-text.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusIcon, statusTokens } from '#web/ui/display/status.tsx'
import { useCauses } from '../detail/use-causes.ts'
import { useRestarts } from '../detail/use-restarts.tsx'
import { shortJson } from './compare-json.ts'
import { type Divergence, fixOf } from './divergence.ts'
import { type DivergenceFact, factsOf } from './likely-causes.ts'
import { Change, ranText, statusText } from './row-texts.tsx'
import { useHandedOut } from './row-values.tsx'
import type { Comparison } from './task-differences.ts'
import { type ComparedRun, sides } from './task-pairs.ts'
import type { ShownComparison } from './use-comparison.ts'

/** Longer values of a result are cut. */
const SHOWN_VALUE = 60
/** A longer reason is cut; the task has all of it. */
const SHOWN_REASON = 300

/** Where two runs diverged first, why that may be, and the one action that mends it. */
export function DivergenceBanner({
  shown,
  onRestarted,
}: {
  shown: ShownComparison
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
    <Flex
      as="section"
      aria-label={divergence ? compareMessages.diverged : compareMessages.nothingDiverged}
      data-banner={status ?? 'none'}
      direction={{ base: 'column', lg: 'row' }}
      align={{ base: 'stretch', lg: 'center' }}
      gap="3"
      px="3.5"
      py="3"
      borderWidth="1px"
      borderRadius="lg"
      bg={status ? tokens.soft : 'surface'}
      borderColor={status ? `color-mix(in srgb, {colors.${tokens.fg}} 35%, transparent)` : undefined}
    >
      <Flex gap="3" flex="1" minW="0">
        {divergence && (
          <Box color={tokens.fg} pt="2px" flexShrink={0}>
            <StatusIcon status={status ?? 'queued'} size={16} />
          </Box>
        )}
        <Box minW="0" flex="1">
          <Box as="p" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
            {divergence ? (
              <DivergenceTitle shown={shown} divergence={divergence} />
            ) : (
              <NothingDiverged shown={shown} />
            )}
          </Box>
          {facts.length > 0 && divergence && (
            <Flex as="dl" wrap="wrap" rowGap="2" mt="2">
              {facts.map((fact, index) => (
                <Fact
                  key={index}
                  fact={fact}
                  divergence={divergence}
                  comparison={comparison}
                  first={index === 0}
                />
              ))}
            </Flex>
          )}
        </Box>
      </Flex>
      {fix && (
        <FixButtons
          run={comparison.runs[fix.side]}
          taskId={fix.task.id}
          named={fix.task.name !== divergence?.row.name}
          elsewhere={fix.side !== here}
          onRestarted={onRestarted}
        />
      )}
    </Flex>
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
function NothingDiverged({ shown: { rows, comparison } }: { shown: ShownComparison }) {
  const { runs } = comparison
  const isUnderWay = sides.some((side) => !isTerminal(runs[side].status))
  const isSame = rows.every(({ difference }) => difference === 'same')
  const plan = runs.right.plan?.version
  return (
    <>
      <Box as="span" fontWeight="semibold">
        {isUnderWay
          ? compareMessages.underWay
          : isSame
            ? compareMessages.nothingDiffers
            : compareMessages.nothingDiverged}
      </Box>
      <Box as="span" display="block" color="ink.2" textStyle="sm" mt="1">
        {compareMessages.compared(rows.length, plan != null ? compareMessages.planOf(plan) : null)}
      </Box>
    </>
  )
}

function Fact({
  fact,
  divergence,
  comparison,
  first,
}: {
  fact: DivergenceFact
  divergence: Divergence
  comparison: Comparison
  first: boolean
}) {
  const strong = (text: string) => (
    <Box as="span" fontWeight="semibold" color="ink">
      {text}
    </Box>
  )
  return (
    <Box
      px="3.5"
      ps={first ? '0' : '3.5'}
      borderInlineStartWidth={first ? '0' : '1px'}
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
function ResultFact({
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
  const textOf = (side: 'left' | 'right') => {
    const task = row[side]
    if (!task) return null
    const ran = row.ran[side].ms
    if (task.status === 'ended' && ran !== null) return shortDuration(ran)
    const text = statusText(task, comparison.attempts.get(task.id) ?? [], row.errorTask)
    return task.status === 'failed' ? (
      <Box as="span" key={side} color="status.failed.fg" fontWeight="semibold">
        {text}
      </Box>
    ) : (
      text
    )
  }
  return <Change left={textOf('left')} right={textOf('right')} />
}

/** Re Run of the failed task, filled, and the same on another alias. */
function FixButtons({
  run,
  taskId,
  named,
  elsewhere,
  onRestarted,
}: {
  run: ComparedRun
  taskId: string
  /** The task is not the one that diverged. */
  named: boolean
  /** Its run is not the one that the page is about. */
  elsewhere: boolean
  onRestarted(runId: string): void
}) {
  const restarts = useRestarts(run, run.tasks, () => onRestarted(run.id))
  const task = run.tasks.find(({ id }) => id === taskId)
  if (!task) return null
  return (
    <Flex direction="column" align={{ base: 'stretch', lg: 'flex-end' }} gap="1" flexShrink={0}>
      <Flex gap="2" wrap="wrap" direction={{ base: 'column', sm: 'row' }}>
        <Button
          variant="solid"
          order={{ base: '0', lg: '1' }}
          height={{ base: '10', sm: '8' }}
          loading={restarts.restarting !== null}
          onClick={() => restarts.restart(task)}
        >
          <RotateCw /> {named ? compareMessages.rerunNamed(task.name) : taskMessages.rerun}
        </Button>
        <Button
          height={{ base: '10', sm: '8' }}
          disabled={restarts.restarting !== null}
          onClick={() => restarts.restartWithAlias(task)}
        >
          {taskMessages.rerunWithAlias}
        </Button>
      </Flex>
      {elsewhere && (
        <Box as="span" textStyle="xs" color="ink.2">
          {compareMessages.inRun(shortId(run.id))}
        </Box>
      )}
      {restarts.dialog}
    </Flex>
  )
}
