import { Box, chakra, Flex, VisuallyHidden } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { isByHand, versionAtHost } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { statusTokens } from '#web/ui/display/status.tsx'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { AttemptOfTask } from '#web/domains/tasks/attempt-operations.ts'
import { type AttemptRound, runOf, waitOf } from './attempt-rounds.ts'

/** `Restarted by ana at 14:02:40`, with the number of attempts that follow. */
export function RoundHeading({
  round: { round, actor, at, attempts },
  open,
  onToggle,
}: {
  round: AttemptRound
  open: boolean
  onToggle(): void
}) {
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <chakra.button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      display="flex"
      alignItems="center"
      gap="2"
      width="full"
      minH="9"
      px="3.5"
      bg="bg"
      borderBlockWidth="1px"
      borderColor="line.soft"
      textAlign="start"
      cursor="pointer"
      _hover={{ bg: 'pressed' }}
    >
      <Box as="span" color="ink.3" flexShrink="0">
        <Chevron size={14} />
      </Box>
      <chakra.strong fontWeight="semibold">{headingOf(round, attempts[0])}</chakra.strong>{' '}
      {actor && (
        <Box as="span" color="ink.2" minW="0" truncate title={actor}>
          {attemptMessages.by(actor)}
        </Box>
      )}{' '}
      <Box as="span" color="ink.2" flex="1" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {at && attemptMessages.at(formatClock(new Date(at)))}
      </Box>{' '}
      <Box as="span" color="ink.2" aria-hidden title={attemptMessages.attempts(attempts.length)}>
        {attempts.length}
      </Box>
      <VisuallyHidden>{attemptMessages.attempts(attempts.length)}</VisuallyHidden>
    </chakra.button>
  )
}

/** How a round began; a person who has ended the task has made the only attempt of it. */
function headingOf(round: number, first: AttemptOfTask | undefined): string {
  if (first && isByHand(first))
    return first.status === 'ended' ? attemptMessages.completedRound : attemptMessages.skippedRound
  return round === 0 ? attemptMessages.startedRound : attemptMessages.restartedRound
}

/** One attempt: number and count, times, where it ran and why it failed. A click shows its log. */
export function AttemptItem({
  attempt,
  before,
  most,
  now,
  chosen,
  reason,
  onShowLog,
}: {
  attempt: AttemptOfTask
  before: AttemptOfTask | null
  most: number
  now: number
  chosen: boolean
  /** Null also where all attempts have the same, which is said above them. */
  reason: string | null
  onShowLog(): void
}) {
  const { fg, soft } = statusTokens(attempt.status)
  const wait = waitOf(attempt, before, now)
  const run = runOf(attempt, now)
  const times = [
    wait && waitTexts[wait.kind](shortDuration(wait.ms)),
    run && (run.going ? attemptMessages.runs : attemptMessages.ran)(shortDuration(run.ms)),
  ].filter(Boolean)
  const place = [attempt.alias, versionAtHost(attempt.version, attempt.hostName)].filter(Boolean)
  const ofRound = attempt.ofRound ?? attempt.number ?? 1
  return (
    <chakra.li borderBottomWidth="1px" borderColor="line.soft">
      <chakra.button
        type="button"
        aria-current={chosen || undefined}
        data-attempt={attempt.number}
        data-status={attempt.status}
        onClick={onShowLog}
        display="flex"
        gap="3"
        width="full"
        px="3.5"
        py="2.5"
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'hover' }}
        bg={chosen ? soft : undefined}
        boxShadow={chosen ? `inset 3px 0 0 {colors.${fg}}` : undefined}
      >
        <Flex
          as="span"
          align="center"
          justify="center"
          alignSelf="flex-start"
          minW="22px"
          height="22px"
          px="1"
          flexShrink="0"
          borderRadius="sm"
          textStyle="xs"
          fontWeight="semibold"
          bg={chosen ? fg : soft}
          color={chosen ? 'surface' : fg}
        >
          {attempt.number}
        </Flex>
        <Box as="span" flex="1" minW="0">
          <Flex as="span" justify="space-between" gap="2" wrap="wrap" fontVariantNumeric="tabular-nums">
            <span>
              <chakra.strong fontWeight="semibold">
                {ofRound}/{Math.max(most, ofRound)}
              </chakra.strong>{' '}
              <Box as="span" color="ink.2" ms="1">
                {attempt.startedAt ? formatClock(new Date(attempt.startedAt)) : attempt.status}
              </Box>
            </span>
            <Box as="span" color={run?.going ? fg : 'ink.2'}>
              {times.join(' · ')}
            </Box>
          </Flex>
          <Box as="span" display="block" textStyle="mono" color="ink.2" overflowWrap="anywhere">
            {place.join(' · ')}
          </Box>
          {attempt.lease === 'lost' && (
            <Box as="span" display="block" color="status.retry.fg">
              {attemptMessages.lostLease}
            </Box>
          )}
          {reason && (
            <Box
              as="span"
              display="block"
              color={isByHand(attempt) ? 'ink.2' : 'danger'}
              overflowWrap="anywhere"
            >
              {reason}
            </Box>
          )}
        </Box>
      </chakra.button>
    </chakra.li>
  )
}

const waitTexts = {
  waited: attemptMessages.waited,
  retried: attemptMessages.retriedAfter,
  waits: attemptMessages.waits,
}
