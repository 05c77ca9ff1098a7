import { Box, Button, Skeleton } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import type { Cause, WhyPart } from '#shared/domains/tasks/why/facts.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { CauseText } from '#web/domains/tasks/cause.tsx'
import type { FailureOfTask } from '#web/domains/tasks/task-failure.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { FactLine } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { knownUntil } from '#web/realtime/live-status.ts'
import { formatExactOrClock } from '#web/ui/time/moment.tsx'
import { taskOfCause } from '../cause-tone.ts'
import type { RunningFactsProps } from './running-facts.tsx'
import type { WorkqueueDetail } from '../operations.ts'
import { waitingFor } from '../states.ts'
import type { RunRestarts } from '../use-restarts.tsx'

// Loaded lazily: few runs are late. Its lines have their place meanwhile; on a phone both wrap.
const RunningFacts = lazyPart(
  async () => (await import('./running-facts.tsx')).RunningFacts,
  () => (
    <Box mt="0.5" textStyle={{ smDown: 'xs' }} height={{ base: 'calc(4lh + 2px)', sm: 'calc(2lh + 2px)' }} />
  ),
)

interface BannerFactsProps extends Pick<RunningFactsProps, 'logs' | 'onShowLog'> {
  run: Pick<WorkqueueDetail, 'id' | 'appId' | 'planId'>
  tasks: WorkqueueDetail['tasks']
  cause: Cause
  /** By the id of the task. */
  causes: ReadonlyMap<string, Cause>
  restarts: Pick<RunRestarts, 'failed'>
  onSelect(taskId: string): void
  /** Null for none, undefined while it is read. */
  failure: FailureOfTask | null | undefined
  /** What the sentence says beside its first half. */
  rest: readonly WhyPart[]
}

/** Causes whose sentence does not say since when. */
const withoutTime: readonly string[] = ['failed', 'retrying', 'busy', 'nobody', 'stalled']

/** Below the sentence of a run: its rest, the task where the sentence names none, since when, and what waits for it. */
export function BannerFacts(props: BannerFactsProps) {
  const { tasks, cause, restarts, onSelect, rest, failure } = props
  const phone = useNarrowerThan(PHONE_PX)
  const task = taskOfCause(cause, tasks)
  const id = task?.id
  const isNamed = cause.parts.some((part) => part.taskId !== undefined)
  const ids = useMemo(
    () => (cause.code === 'failed' ? restarts.failed.map((each) => each.id) : id ? [id] : []),
    [cause.code, restarts.failed, id],
  )
  const waiting = useMemo(() => waitingFor(ids, tasks).length, [ids, tasks])
  const facts: [string, ReactNode][] = []
  if (rest.length > 0) {
    // The attempts of its task have the host.
    const parts = phone ? rest.map((part) => ({ ...part, text: part.text.replace(/ @ \S+$/, '') })) : rest
    facts.push(['rest', <CauseText key="rest" cause={{ ...cause, parts }} />])
  }
  if (task && !isNamed)
    facts.push([
      'task',
      <Button
        key="task"
        variant="plain"
        data-touch
        fontSize="inherit"
        lineHeight="inherit"
        onClick={() => onSelect(task.id)}
      >
        {task.name}
      </Button>,
    ])
  if (cause.since !== null && withoutTime.includes(cause.code))
    facts.push(['since', <Since key="since" cause={cause} since={cause.since} brief={phone} />])
  if (waiting > 0 && cause.code !== 'running')
    facts.push(['waiting', runMessages.waitFor(waiting, ids.length)])
  // Its place is kept while it is read: a second line would move all that is below.
  if (failure === undefined)
    facts.push([
      'failure',
      <Skeleton key="failure" as="span" display="inline-block" height="2.5" width="156px" />,
    ])
  if (failure)
    facts.push([
      'failure',
      <TextLink
        key="failure"
        data-touch
        to={paths.failure(failure.id)}
        color="ink.2"
        textDecoration="underline"
        whiteSpace="nowrap"
      >
        {runMessages.likeThisShort(failure.tasks ?? 1)}
      </TextLink>,
    ])
  const suggested = failure?.suggestedAlias
  if (suggested) facts.push(['suggested', runMessages.stillHas(suggested.alias, suggested.version)])
  if (cause.code === 'late' && task?.status === 'started') {
    const own = props.causes.get(task.id)
    // The sentence of the task itself has said it already.
    const more = own && own.text !== cause.text ? own : undefined
    return (
      <RunningFacts
        task={task}
        logs={props.logs}
        own={more}
        onShowLog={props.onShowLog}
        brief={phone}
        lateRun={props.run}
        more={facts}
      />
    )
  }
  if (facts.length === 0) return null
  return (
    <Box as="p" mt="0.5" color="ink.2" textStyle={{ smDown: 'xs' }} fontVariantNumeric="tabular-nums">
      <FactLine facts={facts} />
    </Box>
  )
}

/** `failed at 14:04:29, 12 m ago`, in brief `12 m ago`; of what goes on only since when. */
function Since({ cause, since, brief }: { cause: Cause; since: string; brief: boolean }) {
  const ago = useOfNow(10_000, (now) => roughDuration(Math.max(0, knownUntil(now) - Date.parse(since))))
  const clock = useOfNow(10_000, (now) => formatExactOrClock(new Date(since), new Date(now)))
  if (cause.code !== 'failed') return <time dateTime={since}>{runMessages.since(clock)}</time>
  return (
    <time dateTime={since}>
      {brief ? runMessages.agoOnly(ago) : runMessages.ago(runMessages.failedAt(clock), ago)}
    </time>
  )
}
