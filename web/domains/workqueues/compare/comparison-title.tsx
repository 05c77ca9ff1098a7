import { Box } from '@chakra-ui/react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { roundedDuration } from '#shared/lib/time-text.ts'
import { statusTokens } from '#web/ui/display/status.tsx'
import { useCauses } from '../detail/use-causes.ts'
import type { Divergence } from './divergence.ts'
import { Change, ranText } from './row-texts.tsx'
import type { CompareTab } from './compare-params.ts'
import { sides } from './task-pairs.ts'
import type { ShownComparison } from './use-comparison.ts'

/** A longer reason is cut; the task has all of it. */
const SHOWN_REASON = 300

/** What two runs have in common when they failed alike, and where they diverged first, or that they did not. */
export function ComparisonTitle({
  shown,
  differing,
}: {
  shown: ShownComparison
  /** Which of plan, initial state and outputs differ; null until they are compared. */
  differing: readonly CompareTab[] | null
}) {
  const { common, divergence } = shown
  const differs = divergence ? (
    <DivergenceTitle shown={shown} divergence={divergence} />
  ) : (
    <NothingDiverged shown={shown} differing={differing} />
  )
  if (!common) return differs
  return (
    <>
      {compareMessages.bothFailed} <Name text={common.row.name} />
      {common.reason && ': '}
      <Reason status="failed" text={common.reason} />
      <Box as="span" display="block" textStyle="sm" mt="1">
        {differs}
      </Box>
    </>
  )
}

const Name = ({ text }: { text: string }) => (
  <Box as="span" fontWeight="semibold">
    {text}
  </Box>
)

const Reason = ({ status, text }: { status: string; text: string }) => (
  <Box as="span" fontWeight="semibold" color={statusTokens(status).fg}>
    {text.length > SHOWN_REASON ? `${text.slice(0, SHOWN_REASON)}…` : text}
  </Box>
)

/** Where two runs diverged first, and how. */
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
  const reason = by === 'status' && task && ['failed', 'retry'].includes(task.status) ? task.reason : null
  const usual = comparison.usual.get(row.name)?.medianMs
  const { left, right } = row.ran
  return (
    <>
      {compareMessages.diverged} <Name text={row.name} />
      {', '}
      {by === 'status' &&
        (reason ? <Reason status={task?.status ?? ''} text={reason} /> : (cause?.short ?? task?.status))}
      {by === 'time' && (
        <>
          <Change left={ranText(left)} right={ranText(right)} />
          {usual != null && `, ${compareMessages.usually(roundedDuration(usual))}`}
        </>
      )}
      {by === 'result' && `${compareMessages.result} ${divergence.result?.field ?? ''}`}
    </>
  )
}

/** What was compared, where nothing diverged. */
function NothingDiverged({
  shown: { rows, common, comparison },
  differing,
}: {
  shown: ShownComparison
  differing: readonly CompareTab[] | null
}) {
  const { runs } = comparison
  const isUnderWay = sides.some((side) => !isTerminal(runs[side].status))
  // Beside a common failure stands what differs, also the host, which is not compared for each task.
  const isSame = !common && differing?.length === 0 && rows.every(({ difference }) => difference === 'same')
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
