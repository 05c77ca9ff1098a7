import { Box } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { taskDuration, waitToTell } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useNow, useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { formatExactOrClock, timeTitle } from '#web/ui/time/moment.tsx'
import type { TaskDetail } from '../task.ts'

/** The moment of a task as a cell shows it: without the day for one of today. */
export function TaskClock({ value }: { value: string }) {
  const text = useOfNow(10_000, (now) => formatExactOrClock(new Date(value), new Date(now)))
  return (
    // Breaks between date and clock only: a cell breaks words anywhere.
    <time dateTime={value} title={timeTitle(value)} style={{ overflowWrap: 'normal' }}>
      {text}
    </time>
  )
}

/** When the latest attempt started, and how long it had waited when the wait is long enough to show. */
export function StartedCell({ task }: { task: Pick<TaskDetail, 'started' | 'wait'> }) {
  const wait = waitToTell(task)
  if (task.started === null) return <None />
  return (
    <>
      <TaskClock value={task.started} />{' '}
      {wait !== null && <Quiet>{taskMessages.waited(shortDuration(wait))}</Quiet>}
    </>
  )
}

/** When it ended, or when it will be retried. */
export function EndedCell({ task }: { task: Pick<TaskDetail, 'status' | 'ended' | 'retryTime'> }) {
  if (task.status === 'retry') return <Retrying at={task.retryTime} />
  return task.ended === null ? <None /> : <TaskClock value={task.ended} />
}

function Retrying({ at }: { at: string | null }) {
  const now = useNow(500)
  const left = at === null ? 0 : Date.parse(at) - knownUntil(now)
  // Whole seconds: tenths would flicker.
  const time = left > 0 ? `in ${shortDuration(Math.ceil(left / 1000) * 1000)}` : 'now'
  return (
    <Quiet>
      <span title={at ?? undefined}>{taskMessages.retrying(time)}</span>
    </Quiet>
  )
}

/** How long the latest attempt took, `in progress` with the time so far, or `-`. */
export function DurationCell({ task }: { task: Pick<TaskDetail, 'status' | 'started' | 'ended'> }) {
  const duration = taskDuration(task)
  if (duration.kind === 'none') return <None />
  if (duration.kind === 'length') return <>{shortDuration(duration.ms)}</>
  return (
    <Box as="span" display="inline-flex" flexDirection="column" whiteSpace="nowrap">
      <span>{taskMessages.inProgress}</span>
      <Box as="span" textStyle="xs" color="ink.3">
        <ElapsedTime since={duration.since} />
      </Box>
    </Box>
  )
}

/** The time since a moment, up to now or the loss of the connection. */
export function ElapsedTime({ since }: { since: number }) {
  const now = useNow(500)
  // Whole seconds: the clock ticks twice a second.
  return <>{shortDuration(Math.max(0, Math.floor((knownUntil(now) - since) / 1000) * 1000))}</>
}

/** A dash in the table; a card has no line for what is not there. */
const None = () => (
  <Box as="span" color="ink.3" data-none>
    -
  </Box>
)

function Quiet({ children }: { children: React.ReactNode }) {
  return (
    <Box as="span" color="ink.3" whiteSpace="nowrap">
      {children}
    </Box>
  )
}

type NotedTask = Pick<TaskDetail, 'status' | 'started' | 'ended' | 'attempt'>

/** The text at the end of a task's node: the number of attempts while it fails, else its duration. */
export function TaskNote({ task }: { task: NotedTask }) {
  const attempt = task.attempt ?? 0
  if (attempt > 1 && (task.status === 'retry' || task.status === 'failed')) return <>{`×${attempt}`}</>
  const duration = taskDuration(task)
  if (duration.kind === 'none') return null
  return duration.kind === 'running' ? (
    <ElapsedTime since={duration.since} />
  ) : (
    <>{shortDuration(duration.ms)}</>
  )
}
