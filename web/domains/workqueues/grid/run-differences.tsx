import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { ResultFact } from '../compare/divergence-facts.tsx'
import type { Divergence } from '../compare/divergence.ts'
import { type DivergenceFact, factsOf } from '../compare/likely-causes.ts'
import { Change } from '../compare/row-texts.tsx'
import { useHandedOut } from '#web/domains/tasks/use-handed-out.ts'
import type { Comparison } from '../compare/task-differences.ts'
import type { ComparedRun } from '../compare/task-pairs.ts'
import { useComparison } from '../compare/use-comparison.ts'
import { useLastGood } from '../compare/use-last-good.ts'
import { useCauses } from '../detail/use-causes.ts'
import { useRestarts } from '../detail/use-restarts.tsx'
import { useWorkqueue } from '../detail/use-workqueue.ts'
import { usePlanStats } from '../stats/use-plan-stats.ts'

interface RunDifferencesProps {
  appId: string
  id: string
  /** The run was restarted. */
  onChanged(): void
}

/** Two runs with more tasks are only compared on request. */
const MANY_TASKS = 1000

/** Why a run is in its state, what differs from the last good run before it, and what can be done. */
export function RunDifferences({ appId, id, onChanged }: RunDifferencesProps) {
  const { workqueue: run, error, reread } = useWorkqueue(appId, id, { untilEnded: true })
  const [asked, setAsked] = useState(false)
  if (error)
    return (
      <>
        <Box role="alert" mt="2.5" color="danger">
          {failText(workqueueMessages.loadFailed, error)}
        </Box>
        <CardButtons appId={appId} id={id} />
      </>
    )
  if (!run) return <DifferencesSkeleton />
  return (
    <>
      <Sentence run={run} />
      {asked || run.tasks.length <= MANY_TASKS ? (
        <Differences run={run} />
      ) : (
        <Button mt="2.5" variant="plain" px="0" onClick={() => setAsked(true)}>
          {gridMessages.showDifferences}
        </Button>
      )}
      <CardButtons
        appId={appId}
        id={id}
        run={run}
        onRestarted={() => {
          reread()
          onChanged()
        }}
      />
    </>
  )
}

/** The sentence of the run; only the reason of a failure is red. */
function Sentence({ run }: { run: ComparedRun }) {
  const { cause } = useCauses(run, run.tasks, usePlanStats(run) ?? null)
  if (!cause) return null
  return (
    <Box as="p" mt="1.5" color={cause.code === 'running' ? 'ink.2' : undefined} overflowWrap="anywhere">
      {cause.parts.map((part, place) => (
        <Box
          as="span"
          key={place}
          color={part.tone === 'reason' ? 'status.failed.fg' : undefined}
          fontWeight={part.tone === 'name' ? 'medium' : undefined}
        >
          {part.text}
        </Box>
      ))}
    </Box>
  )
}

function Differences({ run }: { run: ComparedRun }) {
  const good = useLastGood(run)
  if (good === null) return <Heading>{gridMessages.noneBefore}</Heading>
  if (good === undefined) return <DifferencesSkeleton />
  return <WithGood run={run} goodId={good.id} />
}

function WithGood({ run, goodId }: { run: ComparedRun; goodId: string }) {
  const { workqueue: good, error } = useWorkqueue(run.appId, goodId, { untilEnded: true })
  if (error) return <Heading>{failText(workqueueMessages.loadFailed, error)}</Heading>
  if (!good) return <DifferencesSkeleton />
  return <Compared run={run} good={good} />
}

function Compared({ run, good }: { run: ComparedRun; good: ComparedRun }) {
  const { comparison, rows, divergence } = useComparison(run, good, false)
  const { left, right } = useHandedOut(divergence?.row ?? null)
  const facts = useMemo(
    () => (divergence ? factsOf(divergence, rows, comparison, { left, right }) : []),
    [divergence, rows, comparison, left, right],
  )
  const at = useOfNow(10_000, (now) => formatMoment(new Date(good.started ?? good.created), new Date(now)))
  return (
    <>
      <Heading>
        {divergence ? gridMessages.differs : gridMessages.nothingDiffers}{' '}
        <Box as="span" fontFamily="mono" fontWeight="normal">
          {shortId(good.id)}
        </Box>
        {`, ${at}`}
      </Heading>
      {divergence && <Facts facts={facts} divergence={divergence} comparison={comparison} />}
    </>
  )
}

function Heading({ children }: { children: React.ReactNode }) {
  return (
    <Box as="h3" mt="2.5" pt="2.5" borderTopWidth="1px" textStyle="xs" fontWeight="semibold">
      {children}
    </Box>
  )
}

/** The causes, the likely one first, then the result and what is the same. */
function Facts({
  facts,
  divergence,
  comparison,
}: {
  facts: readonly DivergenceFact[]
  divergence: Divergence
  comparison: Comparison
}) {
  return (
    <Box
      as="dl"
      display="grid"
      gridTemplateColumns="fit-content(140px) minmax(0, 1fr)"
      columnGap="3"
      rowGap="1"
      mt="1.5"
      textStyle="xs"
    >
      {facts.map((fact, index) => (
        <Box key={index} display="contents">
          <Box as="dt" color="ink.2" overflowWrap="anywhere">
            {fact.kind === 'result' ? divergence.row.name : fact.label}
          </Box>
          <Box
            as="dd"
            minW="0"
            overflowWrap="anywhere"
            fontFamily={fact.kind === 'note' ? undefined : 'mono'}
          >
            {fact.kind === 'note' && fact.text}
            {fact.kind === 'change' && (
              <Change left={fact.left} right={fact.right} strong={<b>{fact.right}</b>} />
            )}
            {fact.kind === 'result' && <ResultFact divergence={divergence} comparison={comparison} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const high = { base: '10', sm: '8' } as const

function CardButtons({
  appId,
  id,
  run,
  onRestarted,
}: {
  appId: string
  id: string
  run?: ComparedRun
  onRestarted?(): void
}) {
  return (
    // Stays in view where the card is scrolled.
    <Flex gap="2" wrap="wrap" position="sticky" bottom="-3.5" mb="-3.5" pt="3.5" pb="3.5" bg="raised">
      <Button asChild height={high}>
        <Link to={paths.workqueue(appId, id)}>{gridMessages.openRun}</Link>
      </Button>
      <Button asChild height={high}>
        <Link to={paths.compare(appId, id, 'last-good')}>{gridMessages.compare}</Link>
      </Button>
      {run && onRestarted && <RerunButton run={run} onRestarted={onRestarted} />}
    </Flex>
  )
}

/** Restarts the failed tasks of the run: one at once, several after ten seconds in which it can be undone. */
function RerunButton({ run, onRestarted }: { run: ComparedRun; onRestarted(): void }) {
  const { failed, restarting, restart, restartMany, held, dialog } = useRestarts(run, run.tasks, onRestarted)
  const [first] = failed
  if (!first) return null
  const isHeld = failed.every(({ id }) => held.has(id))
  return (
    <IfMayChange>
      <Button
        height={high}
        loading={restarting !== null}
        disabled={isHeld}
        onClick={() => (failed.length === 1 ? restart(first) : restartMany(failed))}
      >
        {failed.length === 1 ? gridMessages.rerun : gridMessages.rerunMany(failed.length)}
      </Button>
      {dialog}
    </IfMayChange>
  )
}

/** The place of the differences of a run while they are read. */
function DifferencesSkeleton() {
  return (
    <Box role="status" aria-label={gridMessages.readingDifferences}>
      <Skeleton height="3.5" mt="2.5" width="90%" />
      <Skeleton height="3.5" mt="5" width="55%" />
      <Skeleton height="3" mt="3" width="80%" />
      <Skeleton height="3" mt="2" width="70%" />
      <Skeleton height="3" mt="2" width="75%" />
      <Skeleton height="8" mt="4" width="70%" />
    </Box>
  )
}
