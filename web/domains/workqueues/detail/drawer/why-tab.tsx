import { Box, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { useMemo, type ReactNode } from 'react'
import { historyMessages } from '#shared/domains/clusters/history-messages.ts'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { CauseText } from '#web/domains/tasks/cause.tsx'
import { useTaskFailure } from '#web/domains/tasks/task-failure.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { useNow, useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/display/facts.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { AliasDeployments } from '#web/ui/page/alias-deployments.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { knownUntil } from '#web/realtime/live-status.ts'
import { formatClock, formatMoment } from '#web/ui/time/moment.tsx'
import { splitCause } from '../cause-tone.ts'
import { RunningFacts } from '../banner/running-facts.tsx'
import { useLateAlike } from '../banner/use-late-alike.ts'
import type { TabProps } from './drawer-props.ts'
import { type LastGoodTask, useLastGoodTask, useResolved } from './use-last-good.ts'
import { chainOf } from './why/chain.ts'
import { differencesOf } from './why/differences.ts'

/** Why a task is in its state: the sentence, the chain around it, and what differs from the last good run. */
export function WhyTab(props: TabProps) {
  const { task, causes, selection } = props
  const cause = causes.get(task.id)
  const { first, rest } = cause ? splitCause(cause) : { first: [], rest: [] }
  return (
    <Box>
      <Box px="3.5" py="3">
        <Box as="p" fontSize="md" lineHeight="sm" overflowWrap="anywhere">
          {cause ? (
            <CauseText cause={{ ...cause, parts: first }} onTask={selection.select} />
          ) : (
            attemptMessages.nothingWrong
          )}
        </Box>
        {cause && rest.length > 0 && (
          <Box as="p" mt="1" color="ink.2">
            <CauseText cause={{ ...cause, parts: rest }} />
          </Box>
        )}
        {task.status === 'started' && (
          <RunningFacts task={task} logs={props.logs.logs} onShowLog={(id) => selection.openTab(id, 'log')} />
        )}
        <Chain {...props} />
      </Box>
      <FailedLikeThis task={task} />
      {cause?.code === 'late' && <LateLikeThis {...props} />}
      <Differences {...props} />
      <AliasDeployments queue={task} frame={(content) => <Deployments>{content}</Deployments>} />
    </Box>
  )
}

/** The deployments that run the alias of the task. */
function Deployments({ children }: { children: ReactNode }) {
  return (
    <Box
      as="section"
      aria-label={historyMessages.deployment}
      px="3.5"
      py="3"
      borderTopWidth="1px"
      borderColor="line.soft"
    >
      <chakra.h3 mb="1.5" fontWeight="semibold">
        {historyMessages.deployment}
      </chakra.h3>
      {children}
    </Box>
  )
}

/** How many tasks have failed for the same cause; leads to all of them. */
function FailedLikeThis({ task: { id, status } }: Pick<TabProps, 'task'>) {
  const failure = useTaskFailure(status === 'failed' || status === 'retry' ? id : null)
  const first = failure?.first ?? null
  const clock = useOfNow(10_000, (now) => (first ? formatMoment(new Date(first), new Date(now)) : ''))
  if (failure === undefined) return <SectionPlace height="5" />
  if (!failure) return null
  return (
    <Elsewhere label={runMessages.failure} to={paths.failure(failure.id)} open={runMessages.openFailure}>
      {runMessages.likeThis(failure.tasks ?? 1, failure.runs ?? 1)}
      <Box as="span" color="ink.2">
        {clock && `, ${runMessages.since(clock)}`}
      </Box>
    </Elsewhere>
  )
}

/** How many other runs of the plan are late in the same task; leads to the late runs. */
function LateLikeThis({ run, task }: TabProps) {
  const alike = useLateAlike(run, task)
  if (alike === undefined) return <SectionPlace height="5" />
  if (!alike) return null
  return (
    <Elsewhere label={runMessages.lateRuns} to={alike.to} open={runMessages.openLate}>
      {runMessages.lateAlike(alike.runs, alike.more, task.name)}
    </Elsewhere>
  )
}

/** A sentence about other runs, with the link to them. */
function Elsewhere({
  label,
  to,
  open,
  children,
}: {
  label: string
  to: string
  open: string
  children: ReactNode
}) {
  return (
    <Flex
      as="section"
      aria-label={label}
      justify="space-between"
      align="baseline"
      gap="3"
      px="3.5"
      py="3"
      borderTopWidth="1px"
      borderColor="line.soft"
    >
      <Box minW="0">{children}</Box>
      <TextLink to={to} flexShrink="0">
        {open}
      </TextLink>
    </Flex>
  )
}

/** The place of a section while it is read, so that those below it do not move. */
const SectionPlace = ({ height }: { height: string }) => (
  <Box px="3.5" py="3" borderTopWidth="1px" borderColor="line.soft">
    <Skeleton height={height} />
  </Box>
)

/** From what let the task start, or holds it, to those that wait for it. */
function Chain({ task, tasks, causes, selection, attempts: { attempts } }: TabProps) {
  const chain = useMemo(() => chainOf(task, tasks, causes, attempts), [task, tasks, causes, attempts])
  if (chain.length === 0) return null
  return (
    <chakra.ol aria-label={attemptMessages.because} listStyleType="none" mt="3" display="grid" rowGap="1.5">
      {chain.map(({ key, status, text, taskId, at, since }) => (
        <chakra.li key={key} display="flex" gap="2" alignItems="flex-start">
          <Box as="span" position="relative" top="2px" flexShrink="0">
            <StatusIcon status={status} />
          </Box>
          <Box as="span" flex="1" minW="0" overflowWrap="anywhere">
            {taskId !== null && taskId !== task.id ? (
              <chakra.button
                type="button"
                textAlign="start"
                cursor="pointer"
                borderRadius="xs"
                _hover={{ color: 'accent', textDecoration: 'underline' }}
                onClick={() => selection.select(taskId)}
              >
                {text}
              </chakra.button>
            ) : (
              text
            )}
          </Box>
          {at !== null && (
            <Box as="span" color="ink.2" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {since && `${attemptMessages.since} `}
              <time dateTime={at}>{formatClock(new Date(at))}</time>
            </Box>
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  )
}

/** Of a task that runs: how long it has taken so far, and took in the last good run. */
function RunsLonger({ task, good }: Pick<TabProps, 'task'> & { good: LastGoodTask['task'] }) {
  const started = task.status === 'started' ? task.started : null
  const length = useOfNow(500, (now) =>
    started === null ? '' : roughDuration(Math.max(0, knownUntil(now) - Date.parse(started))),
  )
  if (started === null || good.started === null || good.ended === null) return null
  return (
    <Fact label={attemptMessages.runTime}>
      {roughDuration(Date.parse(good.ended) - Date.parse(good.started))}{' '}
      <span aria-label={attemptMessages.became}>→</span>{' '}
      <chakra.strong fontWeight="semibold">{attemptMessages.soFar(length)}</chakra.strong>
    </Fact>
  )
}

/** What differs from the task of the same name in the last good run; nothing where there is none. */
function Differences({ run, task }: TabProps) {
  const good = useLastGoodTask({ run, task })
  const resolved = useResolved(task)
  const now = useNow(10_000)
  if (good === undefined) return <SectionPlace height="24" />
  if (!good) return null
  const { changed, against, same } = differencesOf(run, task, resolved, good)
  const started = good.started && formatMoment(new Date(good.started), new Date(now))
  return (
    <Box
      as="section"
      aria-label={attemptMessages.differs}
      px="3.5"
      py="3"
      borderTopWidth="1px"
      borderColor="line.soft"
    >
      <Flex justify="space-between" gap="2" mb="1.5">
        <Box>
          <chakra.strong fontWeight="semibold">{attemptMessages.differs}</chakra.strong>{' '}
          <TextLink to={paths.workqueue(run.appId, good.runId, `?task=${good.task.id}`)} textStyle="mono">
            {good.runId.slice(-6)}
          </TextLink>
          {started && `, ${started}`}
        </Box>
        <TextLink to={paths.compare(run.appId, run.id, good.runId)} flexShrink="0">
          {attemptMessages.compare}
        </TextLink>
      </Flex>
      <Facts>
        {changed.map(({ label, before, now }) => (
          <Fact key={label} label={label}>
            <Box as="span" textStyle="mono">
              {before} <span aria-label={attemptMessages.became}>→</span>{' '}
              <chakra.strong fontWeight="semibold">{now}</chakra.strong>
            </Box>
          </Fact>
        ))}
        <RunsLonger task={task} good={good.task} />
        {against && <Fact label={against.label}>{against.text}</Fact>}
        {same.length > 0 && (
          <Fact label={attemptMessages.theSame}>
            <Box as="span" color="ink.2">
              {same.join(', ')}
            </Box>
          </Fact>
        )}
      </Facts>
    </Box>
  )
}
