import { Box, Button, Flex } from '@chakra-ui/react'
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { userName } from '#shared/lib/email.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { shortId } from '#web/ui/display/short-id.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatExactOrClock } from '#web/ui/time/moment.tsx'
import { activeAt } from '../detail/use-causes.ts'
import { type Both, type ComparedRun, otherSide, type Side, sides } from './task-pairs.ts'

// Loaded lazily: its line has its place meanwhile.
const InputLine = lazyPart(
  async () => (await import('#web/ui/display/input-line.tsx')).InputLine,
  () => <Box textStyle="mono" height="1lh" />,
)

/** The two runs of a comparison, the left one first, with the button that exchanges them. */
export function ComparedRuns({
  runs,
  here,
  isLastGood,
  onSwap,
}: {
  runs: Both<ComparedRun>
  here: Side
  isLastGood: boolean
  onSwap(): void
}) {
  const labelOf = (side: Side) =>
    side === here ? compareMessages.thisRun : isLastGood ? compareMessages.lastGood : compareMessages.otherRun
  const [left, right] = sides.map((side) => (
    <RunCard key={side} run={runs[side]} other={runs[otherSide(side)]} label={labelOf(side)} />
  ))
  return (
    // Cards of one height, also where the facts of one take another line.
    <Flex align="stretch" gap="3" direction={{ base: 'column', md: 'row' }}>
      {left}
      <Button
        aria-label={compareMessages.swap}
        title={`${compareMessages.swap} (s)`}
        borderRadius="full"
        height={{ base: '10', md: '8' }}
        width={{ base: '10', md: '8' }}
        px="0"
        alignSelf="center"
        onClick={onSwap}
      >
        <Box as="span" lineHeight="0" transform={{ base: 'rotate(90deg)', md: 'none' }}>
          <ArrowLeftRight size={15} />
        </Box>
      </Button>
      {right}
    </Flex>
  )
}

function RunCard({ run, other, label }: Record<'run' | 'other', ComparedRun> & { label: string }) {
  const facts: ReactNode[] = [<StartOfRun key="start" run={run} />]
  if (run.createdBy)
    facts.push(
      <span key="by" title={run.createdBy}>
        {compareMessages.by(userName(run.createdBy))}
      </span>,
    )
  if (run.plan?.version != null) facts.push(compareMessages.version(run.plan.version))
  if (run.restarts) facts.push(runMessages.restarted(run.restarts))
  return (
    <Flex
      as="section"
      aria-label={`${label} ${run.id}`}
      flex={{ base: 'none', md: '1 1 0' }}
      width="full"
      minW="0"
      align="center"
      alignContent="center"
      columnGap="3"
      rowGap="1"
      wrap="wrap"
      px="3.5"
      py="2.5"
      minH="14"
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
    >
      <Box as="span" color="ink.2">
        {label}
      </Box>
      <TextLink
        to={paths.workqueue(run.appId, run.id)}
        title={run.id}
        data-touch
        color="ink"
        fontFamily="mono"
        fontWeight="medium"
      >
        {shortId(run.id)}
      </TextLink>
      <StatusBadge status={run.status} />
      <Box as="span" color="ink.2" fontVariantNumeric="tabular-nums" minW="0" overflowWrap="anywhere">
        {facts.map((fact, index) => (
          <span key={index}>
            {index > 0 && BETWEEN_FACTS}
            {fact}
          </span>
        ))}
      </Box>
      <Box width="full" minW="0">
        <InputLine state={run.initialState} other={other.initialState} />
      </Box>
    </Flex>
  )
}

/** When a run started, and how long it was active, or took where that is not known. */
function StartOfRun({ run }: { run: ComparedRun }) {
  const text = useOfNow(500, (clock) => {
    const now = knownUntil(clock)
    const start = new Date(run.started ?? run.created)
    const began = formatExactOrClock(start, new Date(now))
    if (run.started === null) return began
    const whole = Math.max(0, (run.ended === null ? now : Date.parse(run.ended)) - Date.parse(run.started))
    const active = activeAt(run, now)
    const isOther = active !== null && Math.abs(whole - active) >= 1000
    return `${began}, ${isOther ? runMessages.active(shortDuration(active)) : shortDuration(active ?? whole)}`
  })
  return <time dateTime={run.started ?? run.created}>{text}</time>
}
