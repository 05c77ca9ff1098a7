import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { statusTokens } from '#web/ui/display/status.tsx'
import { Banner } from '#web/ui/page/banner.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import type { failureQuery } from '../operations.ts'
import { HourTrend } from '../hour-trend.tsx'
import { lookOfState } from '../state-badge.tsx'

type Failure = ResultOf<typeof failureQuery>['failure']

interface FailureBannerProps {
  failure: Failure
  /** How many of its tasks can be restarted; null while that is read. */
  restartable: number | null
  /** A restart of it can still be undone, or is being sent. */
  held: boolean
  onRestart(): void
  onMove(): void
}

/** How a failure stands in one sentence, with the action that fixes it. */
export function FailureBanner({ failure, restartable, held, onRestart, onMove }: FailureBannerProps) {
  const { type, state, runs, tasks, apps, trend, first, last, closedAt, dismissed, mutedUntil } = failure
  const { mayChange } = useRights()
  const look = lookOfState(state)
  const { fg, soft } = statusTokens(look)
  const [closed, muted, from, to] = [
    useClock(closedAt),
    useClock(mutedUntil),
    useClock(first),
    useClock(last),
  ]
  const what = texts.sentence(runs ?? 0, tasks ?? 0, apps ?? 0)
  const failing = texts.failing(what)
  const sentence =
    {
      regressed: `${texts.again(closed)}: ${failing}`,
      muted: `${texts.mutedUntil(muted)}: ${failing}`,
      closed: `${texts.closedAt(closed, dismissed)}: ${texts.closedWhat(what)}`,
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
        !none &&
        mayChange && (
          <Flex gap="2" direction={{ base: 'column-reverse', sm: 'row' }}>
            <Button height={{ base: '10', sm: '8' }} disabled={held || restartable === null} onClick={onMove}>
              {texts.onAnotherAlias}
            </Button>
            <Button
              variant="solid"
              height={{ base: '10', sm: '8' }}
              disabled={held || restartable === null}
              onClick={onRestart}
            >
              <RotateCw /> {texts.restart(restartable ?? tasks ?? 0)}
            </Button>
          </Flex>
        )
      }
    >
      <Box as="p" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
        {sentence}
      </Box>
      <Box as="p" mt="0.5" color="ink.2" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        <Box as="span" textStyle="mono">
          {type}
        </Box>
        {places && ` · ${places}`}
        {from && to && ` · ${texts.firstLast(from, to)}`}
        {(none || (restartable !== null && !mayChange)) && ` · ${texts.canRestart(restartable)}`}
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

/** `14:03`, or with the day when it is another one; null without a moment. */
function useClock(moment: string | null): string | null {
  const text = useOfNow(10_000, (now) => (moment ? formatMoment(new Date(moment), new Date(now)) : ''))
  return text || null
}
