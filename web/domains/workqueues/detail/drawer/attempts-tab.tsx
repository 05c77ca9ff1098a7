import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { runKeys } from '#shared/domains/workqueues/run-messages.ts'
import { roundedDuration } from '#shared/lib/time-text.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { AttemptLane } from '../timeline/attempt-lane.tsx'
import { AttemptItem, RoundHeading } from './attempts/attempt-item.tsx'
import { attemptRounds, inCommon } from './attempts/attempt-rounds.ts'
import type { TabProps } from './drawer-props.ts'

/** Every attempt of a task over all restarts: what they have in common, a lane, and each with its times and its reason. */
export function AttemptsTab({ task, selection, attempts: read, usual, causes }: TabProps) {
  const { attempts } = read
  const chosen = selection.address.attempt ?? attempts.at(-1)?.number ?? null
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const going = attempts.some(({ endedAt, queuedAt }) => endedAt === null && queuedAt !== null)
  const now = useOfNow(500, (clock) => (going ? Math.floor(knownUntil(clock) / 1000) * 1000 : 0))
  const choose = (number: number | null) => selection.openTab(task.id, 'attempts', number)
  const step = (by: 1 | -1) => {
    const index = attempts.findIndex(({ number }) => number === chosen) + by
    const next = attempts[index]
    return next ? choose(next.number) : false
  }
  const showLog = (number: number | null) => selection.openTab(task.id, 'log', number)
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      // A focused button has its own Enter.
      Enter: () => (document.activeElement?.closest('button, a') ? false : showLog(chosen)),
    },
    runKeys.attempts,
  )
  if (read.error)
    return (
      <Box p="3.5" role="alert">
        {failText(attemptMessages.loadAttemptsFailed, read.error)}{' '}
        <Button variant="plain" onClick={read.reread}>
          {pageMessages.tryAgain}
        </Button>
      </Box>
    )
  if (read.reading) return <AttemptsSkeleton />
  const begun = attempts.filter(({ queuedAt, startedAt }) => queuedAt !== null || startedAt !== null)
  if (begun.length === 0)
    return (
      <Box p="3.5" color="ink.2">
        {causes.get(task.id)?.text ?? attemptMessages.neverStarted}
      </Box>
    )
  const most = Math.max((task.retry as { max?: number } | null)?.max ?? 0, 0) + 1
  const median = usual.get(task.name)?.medianMs
  const common = inCommon(begun)
  const facts = [
    ...common.facts,
    median == null ? null : attemptMessages.usually(roundedDuration(median)),
  ].filter((fact) => fact !== null)
  return (
    <Box pb="2">
      <Box px="3.5" pt="2.5" pb="1">
        {(common.alike || facts.length > 0) && (
          <Box as="p" color="ink.2" mb="1.5">
            {common.alike && (
              <Box as="strong" color="ink" fontWeight="semibold">
                {common.alike}
              </Box>
            )}
            {common.alike && facts.length > 0 && ', '}
            {facts.join('; ')}
          </Box>
        )}
        {common.reason && (
          <Box as="p" color="danger" fontWeight="medium" mb="1.5" overflowWrap="anywhere">
            {common.reason}
          </Box>
        )}
        <AttemptLane name={task.name} attempts={begun} most={most} selected={chosen} onSelect={showLog} />
      </Box>
      {attemptRounds(begun).map((round) => (
        <Box key={round.round}>
          <RoundHeading
            round={round}
            open={!folded.has(round.round)}
            onToggle={() =>
              setFolded((known) => {
                const next = new Set(known)
                if (!next.delete(round.round)) next.add(round.round)
                return next
              })
            }
          />
          {!folded.has(round.round) && (
            <Flex as="ol" direction="column" listStyleType="none">
              {round.attempts.map((attempt) => (
                <AttemptItem
                  key={attempt.number}
                  attempt={attempt}
                  before={round.attempts.find(({ number }) => number === (attempt.number ?? 0) - 1) ?? null}
                  most={most}
                  now={now}
                  chosen={attempt.number === chosen}
                  reason={common.reason === null ? attempt.reason : null}
                  onShowLog={() => showLog(attempt.number)}
                />
              ))}
            </Flex>
          )}
        </Box>
      ))}
    </Box>
  )
}

function AttemptsSkeleton() {
  return (
    <Flex direction="column" gap="4" p="3.5" role="status" aria-label={attemptMessages.tabs.attempts}>
      {[85, 60, 75, 60, 75].map((width, index) => (
        <Skeleton key={index} height="3" width={`${width}%`} />
      ))}
    </Flex>
  )
}
