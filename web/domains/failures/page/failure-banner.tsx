import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { restartHistoryMessages } from '#shared/domains/failures/history-messages.ts'
import { canMoveTogether } from '#shared/domains/tasks/rules.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { userName } from '#shared/lib/email.ts'
import { useRights } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { statusTokens } from '#web/ui/display/status.tsx'
import { paths } from '#web/paths.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { Banner } from '#web/ui/page/banner.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatExactOrClock, formatMoment } from '#web/ui/time/moment.tsx'
import type { failureQuery } from '../operations.ts'
import { HourTrend } from '../hour-trend.tsx'
import { lookOfState } from '../state-badge.tsx'
import { logAddress } from './failure-places.tsx'

type Failure = ResultOf<typeof failureQuery>['failure']

interface FailureBannerProps {
  failure: Failure
  /** How many of its tasks can be restarted; null while that is read. */
  restartable: number | null
  /** A restart of it can still be undone, or is being sent. */
  held: boolean
  onRestart(): void
  onMove(): void
  /** Called after a restart was undone here. */
  onChanged(): void
}

// Loaded lazily: a restart is seldom held.
const loadHeld = () => import('./held-restart.tsx')
const Holding = lazyPart(
  async () => (await loadHeld()).Holding,
  () => null,
)
const UndoButton = lazyPart(
  async () => (await loadHeld()).UndoButton,
  () => null,
)

/** How a failure stands in one sentence, with the action that fixes it. */
export function FailureBanner(props: FailureBannerProps) {
  const { failure, restartable, held, onRestart, onMove, onChanged } = props
  const { type, state, runs, tasks, apps, trend, first, last, closedAt, dismissed, mutedUntil } = failure
  const { openTasks, restarted, restarts, repair } = failure
  const { mayChange } = useRights()
  // A later workqueue has closed it: those that failed have not passed themselves.
  const stillFailed = state === 'closed' ? (restartable ?? 0) : 0
  const look = stillFailed > 0 ? 'skipped' : lookOfState(state)
  const { fg, soft } = statusTokens(look)
  const [closed, muted, from, to, again] = [
    useClock(closedAt),
    useClock(mutedUntil),
    useClock(first),
    useClock(last),
    useClock(restarts?.length ? null : (restarted?.at ?? null)),
  ]
  // Tasks that have not been repaired, although the failure was closed.
  const isPassed = restartable !== null && openTasks !== null && restartable > openTasks
  const back = useReturn(failure, isPassed)
  const what = texts.sentence(runs ?? 0, tasks ?? 0, apps ?? 0)
  const repaired = openTasks === null ? 0 : (tasks ?? 0) - openTasks
  const failing = texts.failing(what)
  const passedOn = repair ? restartHistoryMessages.passedOn(repair.alias, repair.version) : ''
  const sentence =
    {
      regressed: `${back ?? texts.again(closed, isPassed)}: ${failing}`,
      muted: `${texts.mutedUntil(muted)}: ${failing}`,
      closed: `${stillFailed > 0 && dismissed === false ? texts.closedPassed(closed, passedOn) : texts.closedAt(closed, dismissed) + closedAfter(failure, passedOn)}: ${texts.closedWhat(what)}`,
    }[state as string] ?? failing
  const none = restartable === 0
  const places = texts.places(failure)
  return (
    <Banner
      label={texts.one}
      fg={fg}
      soft={soft}
      mark={look}
      beside="sm"
      actions={
        mayChange &&
        (failure.held && !held ? (
          <UndoButton held={failure.held} onUndone={onChanged} />
        ) : (
          !none && (
            <FixButtons
              failure={failure}
              restartable={restartable}
              disabled={held || restartable === null}
              onRestart={onRestart}
              onMove={onMove}
            />
          )
        ))
      }
    >
      <Box as="p" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
        {failure.held && <Holding held={failure.held} />}
        {sentence}
      </Box>
      <Box as="p" mt="0.5" color="ink.2" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        <Box as="span" textStyle="mono">
          {type}
        </Box>
        {places && ` · ${places}`}
        {from && to && ` · ${texts.firstLast(from, to)}`}
        {again && to && ` · ${texts.failedAgain(restarted?.by ? userName(restarted.by) : null, again, to)}`}
        {repaired > stillFailed && ` · ${texts.passedSince(repaired)}`}
        {state === 'closed' && repair?.appId && repair.workqueueId && (
          <>
            {BETWEEN_FACTS}
            {restartHistoryMessages.passedIn(repaired > stillFailed)}{' '}
            <TextLink to={paths.workqueue(repair.appId, repair.workqueueId)} py={{ base: '3', sm: '0' }}>
              {repair.workqueueName} {shortId(repair.workqueueId)}
            </TextLink>
          </>
        )}
        {stillFailed > 0 && (
          <Box as="strong" color="ink">
            {BETWEEN_FACTS}
            {texts.stillFailed(stillFailed)}
          </Box>
        )}
        {((none && !failure.held) || (restartable !== null && !mayChange)) &&
          ` · ${texts.canRestart(restartable)}`}
      </Box>
      {trend.length > 0 && (
        <Flex mt="1.5" gap="2" align="flex-end" color="ink.2" textStyle="xs">
          <HourTrend trend={trend} />
          {texts.columns.trend}
        </Flex>
      )}
    </Banner>
  )
}

/**
 * What mends a failure. Filled is the alias that the platform suggests, else the restart in the same place; after one that has
 * failed again the log of the newest attempt.
 */
function FixButtons({
  failure: { type, sample, restarted, suggestedAlias, movable },
  restartable,
  disabled,
  onRestart,
  onMove,
}: Pick<FailureBannerProps, 'failure' | 'restartable' | 'onRestart' | 'onMove'> & { disabled: boolean }) {
  const log = restarted && !suggestedAlias ? logAddress(sample) : null
  const filled = suggestedAlias ? 'move' : log ? 'log' : 'restart'
  const look = (button: string) => ({
    height: { base: '10', sm: '8' },
    order: { base: button === filled ? -1 : 0, sm: button === filled ? 1 : 0 },
    ...(button === filled && ({ variant: 'solid', 'data-main': true } as const)),
  })
  return (
    <Flex gap="2" wrap="wrap" direction={{ base: 'column', sm: 'row' }}>
      {canMoveTogether([{ type }]) && (suggestedAlias || movable !== false) && (
        <Button {...look('move')} disabled={disabled} onClick={onMove}>
          {suggestedAlias ? texts.restartOn(restartable, suggestedAlias.alias) : texts.onAnotherAlias}
        </Button>
      )}
      <Button {...look('restart')} disabled={disabled} onClick={onRestart}>
        <RotateCw /> {texts.restart(restartable)}
      </Button>
      {log && (
        <Button {...look('log')} asChild>
          <Link to={log}>{texts.openLog}</Link>
        </Button>
      )}
    </Flex>
  )
}

/** Why it closed by itself, as far as that is known. */
const closedAfter = ({ dismissed, repair }: Failure, passedOn: string) =>
  dismissed === false && repair
    ? restartHistoryMessages.closedAfter(repair.by && userName(repair.by), repair.later === true, passedOn)
    : ''

/** That it was closed and is back, where that was within a minute: moments of one minute would read the same. */
function useReturn({ closedAt, regressedAt }: Failure, isPassed: boolean): string | null {
  const text = useOfNow(10_000, (now) => {
    const after = closedAt && regressedAt ? Date.parse(regressedAt) - Date.parse(closedAt) : -1
    if (!closedAt || after < 0 || after >= 60_000) return ''
    const clock = formatExactOrClock(new Date(closedAt), new Date(now))
    return texts.again(clock, isPassed) + restartHistoryMessages.failedAfter(shortDuration(after))
  })
  return text || null
}

/** `14:03`, or with the day when it is another one; null without a moment. */
function useClock(moment: string | null): string | null {
  const text = useOfNow(10_000, (now) => (moment ? formatMoment(new Date(moment), new Date(now)) : ''))
  return text || null
}
