import { Box, Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { queueName } from '#shared/domains/tasks/why/sentence.ts'
import { withShortHost } from '#shared/lib/host-text.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import type { EntriesByTask, LogLine, TaskDetail } from '#web/domains/tasks/task.ts'
import { FactLine } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { knownUntil } from '#web/realtime/live-status.ts'
import { type RunOfLate, useLateAlike } from './use-late-alike.ts'

export interface RunningFactsProps {
  /** A task that runs. */
  task: TaskDetail
  logs: EntriesByTask
  /** Its own sentence in short, where the one above is of the run. */
  own?: Cause | undefined
  /** Without the name of the task, which that sentence ends with. */
  brief?: boolean
  onShowLog(taskId: string): void
  /** The run of a task that is late: other runs of its plan that are late in the same task are counted. */
  lateRun?: RunOfLate
  /** What else is known, in the same line. */
  more?: readonly (readonly [key: string, fact: ReactNode])[]
}

/**
 * What is known of a task that runs, also why it is late: how long it usually takes, where it runs, and the last line
 * of its log with its age, which leads to the log. Only its own program knows more.
 */
export function RunningFacts({
  task,
  logs,
  own,
  brief = false,
  onShowLog,
  lateRun,
  more = [],
}: RunningFactsProps) {
  const alike = useLateAlike(lateRun ?? null, task)
  const place = versionAtHost(task.version, task.hostName)
  const facts = [
    own && (['own', brief ? own.short : `${task.name} ${own.short}`] as const),
    ['queue', <Code key="queue">{queueName(task).text}</Code>] as const,
    place && (['place', <Code key="place">{withShortHost(place)}</Code>] as const),
    ...more,
    alike &&
      ([
        'alike',
        <TextLink
          key="alike"
          data-touch
          to={alike.to}
          color="ink.2"
          textDecoration="underline"
          whiteSpace="nowrap"
        >
          {runMessages.lateAlikeShort(alike.runs, alike.more)}
        </TextLink>,
      ] as const),
  ].filter((fact) => fact !== undefined && fact !== null && fact !== '')
  return (
    <Box mt="0.5" color="ink.2" textStyle={{ smDown: 'xs' }} fontVariantNumeric="tabular-nums">
      <FactLine facts={facts} />
      <LastLine line={lastLineOf(task, logs)} onShow={() => onShowLog(task.id)} />
    </Box>
  )
}

const Code = ({ children }: { children: ReactNode }) => (
  <Box as="span" textStyle="mono">
    {children}
  </Box>
)

/** Of the attempt that runs: what an earlier one has written says nothing of this one. */
function lastLineOf({ id, attempt }: TaskDetail, logs: EntriesByTask): LogLine | null {
  return logs.get(id)?.findLast((line) => (line.attempt ?? 1) === (attempt || 1)) ?? null
}

/** `Its log, 12 s ago: posting 412 of 9000`; the line leads to the log. */
function LastLine({ line, onShow }: { line: LogLine | null; onShow(): void }) {
  const written = line ? Date.parse(line.timestamp) : 0
  const ago = useOfNow(500, (now) => roughDuration(Math.max(0, knownUntil(now) - written)))
  return (
    <Box mt="0.5" lineClamp="2" overflowWrap="anywhere">
      {line ? attemptMessages.wrote(ago) : attemptMessages.wroteNothing}{' '}
      <Button
        variant="plain"
        data-touch
        textStyle="mono"
        whiteSpace="normal"
        textAlign="start"
        // A line of its own there, whatever the age: nothing below moves as it grows.
        display={{ smDown: 'block' }}
        onClick={onShow}
      >
        {line?.message ?? attemptMessages.tabs.log}
      </Button>
    </Box>
  )
}
