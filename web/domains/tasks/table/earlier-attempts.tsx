import { Box, chakra, Skeleton } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { type AttemptOfTask, taskAttemptsQuery } from '../attempt-operations.ts'
import type { TaskDetail } from '../task.ts'
import { TaskClock } from './task-times.tsx'

/** Below the row of a task, which has its latest attempt: when those before began, how long they took, and why they failed. */
export function EarlierAttempts({ task }: { task: Pick<TaskDetail, 'id' | 'name' | 'attempt'> }) {
  const [{ data, error }] = useQuery({
    query: taskAttemptsQuery,
    variables: { taskId: task.id },
    requestPolicy: 'cache-and-network',
  })
  if (error && !data)
    return (
      <Box px="3.5" py="2" role="alert">
        {failText(attemptMessages.loadAttemptsFailed, error)}
      </Box>
    )
  if (!data) return <Skeleton mx="3.5" my="2" height="5" />
  const earlier = data.taskAttempts.filter(({ number }) => (number ?? 0) < (task.attempt ?? 0))
  return (
    <chakra.ol
      aria-label={attemptMessages.earlierOf(task.name)}
      listStyleType="none"
      px="3.5"
      py="2"
      display="grid"
      gap="1"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      {earlier.map((attempt) => (
        <chakra.li key={attempt.number} display="flex" columnGap="3" rowGap="0" flexWrap="wrap">
          <Box as="span" fontWeight="medium" minW="70px">
            {attemptMessages.attempt(attempt.number ?? 1)}
          </Box>
          <Times attempt={attempt} />
          <Box as="span" textStyle="mono" color="ink.3">
            {versionAtHost(attempt.version, attempt.hostName)}
          </Box>
          {attempt.reason && (
            <Box as="span" color="danger" overflowWrap="anywhere">
              {attempt.reason}
            </Box>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

/** `06:12:46 to 06:12:49, 2.9 s`; of one that never ran its status. */
function Times({ attempt: { startedAt, endedAt, status } }: { attempt: AttemptOfTask }) {
  return (
    <Box as="span" color="ink.2">
      {startedAt === null ? (
        status
      ) : (
        <>
          <TaskClock value={startedAt} />
          {endedAt !== null && (
            <>
              {' to '}
              <TaskClock value={endedAt} />,{' '}
              {shortDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)))}
            </>
          )}
        </>
      )}
    </Box>
  )
}
