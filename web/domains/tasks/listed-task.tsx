import { Box } from '@chakra-ui/react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import type { Why } from '#shared/domains/tasks/why/contract.ts'
import { hasOwnAlias, versionAtHost } from '#shared/domains/tasks/rules.ts'
import { withShortHost } from '#shared/lib/host-text.ts'
import { unbroken } from '#shared/lib/time-text.ts'
import { paths } from '#web/paths.ts'
import { ShortId } from '#web/ui/display/short-id.tsx'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'

/** A sentence, and what of it a narrow place shows. */
export type ListedSentence = Pick<Why, 'text' | 'short'>

/** A sentence without a short form. */
export const wholeSentence = (text: string): ListedSentence => ({ text, short: text })

/** Characters of a sentence that the column of reasons always has room for. */
const ROOM = 90

/** The sentence as a table shows it: one without room is the short form, because a cut one may lack the cause. */
export const fittingSentence = ({ text, short }: ListedSentence): string =>
  text.length > ROOM ? short : text

/** The fields of a task of any run that its row shows. */
export interface ListedTask {
  id: string
  appId: string | null
  workqueueId: string | null
  workqueueName: string | null
  name: string
  alias: string
  attempt: number | null
  /** Executions since the last restart; null on a platform that does not count them. */
  tries: number | null
  version: string | null
  hostName: string | null
}

/** Two lines, so that all rows have the same height. */
export const twoLines = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: '0.5',
  minW: '0',
  minH: { md: '10' },
} as const
export const secondLine = { color: 'ink.3', textStyle: 'xs', fontWeight: 'normal', ...oneLine } as const

/** The name, which leads to the task in its run; below it the run and the number of the attempt, `short` as `×3`. */
export function TaskName({
  appId,
  task,
  short = false,
}: {
  appId: string
  task: ListedTask
  short?: boolean
}) {
  const { id, workqueueId, workqueueName, name } = task
  const attempt = task.tries ?? task.attempt
  if (workqueueId === null) return <>{name}</>
  const query = `?task=${encodeURIComponent(id)}`
  return (
    <Box as="span" {...twoLines}>
      <NameLink to={paths.workqueue(task.appId ?? appId, workqueueId, query)} name={name} />
      <Box as="span" {...secondLine} display="flex" title={workqueueName ?? undefined}>
        {workqueueName && (
          <Box as="span" minW="0" truncate>
            {workqueueName}
          </Box>
        )}
        <Box as="span" flexShrink={0} whiteSpace="pre">
          {workqueueName && ' · '}
          <ShortId id={workqueueId} />
          {attempt !== null && attempt > 1 && (
            <span title={taskMessages.attempt(attempt)}>
              {` · ${short ? `×${attempt}` : taskMessages.attempt(attempt)}`}
            </span>
          )}
        </Box>
      </Box>
    </Box>
  )
}

/** A text in one line, and below it who worked on the task, or `below` in its short form. */
export function TextAndHost({
  text,
  isCode = false,
  task: { alias, version, hostName },
  below,
}: {
  text: string
  isCode?: boolean
  task: Pick<ListedTask, 'alias' | 'version' | 'hostName'>
  below?: ListedSentence | null
}) {
  const workedOn = [hasOwnAlias(alias) && alias, versionAtHost(version, hostName)].filter(Boolean).join(' · ')
  const second = below ? unbroken(below.short) : withShortHost(workedOn)
  return (
    <Box as="span" {...twoLines}>
      <Box as="span" color="ink.2" textStyle={isCode ? 'mono' : undefined} title={text} {...oneLine}>
        {text}
      </Box>
      {second && (
        <Box as="span" {...secondLine} title={below?.text ?? workedOn}>
          {second}
        </Box>
      )}
    </Box>
  )
}

/** By the code of the cause, else by the status. */
const colors: Readonly<Record<string, string>> = {
  failed: 'danger',
  nobody: 'status.retry.fg',
  retry: 'status.retry.fg',
  late: 'status.retry.fg',
  stalled: 'status.retry.fg',
}

/** Why the task failed, is retried, was skipped or has not started, or what it does; what calls for a look has its colour. */
export function TaskReason({
  task: { status, reason, code },
  shown = reason,
}: {
  task: { status: string; reason: string | null; code?: string | undefined }
  /** What of the reason there is room for. */
  shown?: string | null
}) {
  if (!reason) return null
  return (
    <Box
      as="span"
      textStyle="xs"
      color={colors[code ?? ''] ?? colors[status] ?? 'ink.2'}
      lineClamp={3}
      overflowWrap="anywhere"
      title={reason}
    >
      {shown && unbroken(shown)}
    </Box>
  )
}
