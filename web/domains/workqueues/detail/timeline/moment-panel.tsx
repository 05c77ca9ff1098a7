import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { memo, useCallback, useMemo } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { CompactGraph } from '#web/graph/compact-graph.tsx'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import type { RunViewProps } from '../run-view.ts'
import { busySpans } from './domain.ts'
import { momentText } from './moment-text.ts'
import { skippedMoments, taskAt, type TaskMoment } from './moments.ts'
import { clockWithDay } from './ticks.ts'
import type { Timeline } from './use-timeline.ts'

/** The run at the moment of the scrubber: a sentence, counts and the graph; without a moment, now. */
export const MomentPanel = memo(function MomentPanel({
  run,
  tasks,
  selected,
  onSelect,
  timeline,
  at,
  onStep,
  onNow,
}: Pick<RunViewProps, 'run' | 'tasks' | 'selected' | 'onSelect'> & {
  timeline: Timeline
  at: number | null
  onStep(direction: 1 | -1): void
  onNow(): void
}) {
  const { attempts, going, path, domain } = timeline
  const clock = useOfNow(500, (now) => (at === null && going ? Math.floor(knownUntil(now) / 1000) * 1000 : 0))
  const end = domain?.to ?? 0
  const moment = at ?? (going ? clock : end)
  const skipped = useMemo(() => skippedMoments(tasks, attempts), [tasks, attempts])
  const states = useMemo(() => {
    const known = new Map<string, TaskMoment>()
    for (const task of tasks) {
      const live =
        at === null ? { status: task.status, attempt: attempts.get(task.id)?.at(-1) ?? null } : null
      known.set(
        task.id,
        live ?? taskAt(attempts.get(task.id) ?? [], moment, task, skipped.get(task.id) ?? null),
      )
    }
    return known
  }, [tasks, attempts, at, moment, skipped])
  const text = useMemo(
    () =>
      momentText(tasks, states, moment, {
        busySpans: () => busySpans(tasks, attempts, Infinity),
        critical: path.has,
        going,
      }),
    [tasks, states, moment, attempts, path, going],
  )
  const graph = useGraphStates(states)
  const time = clockWithDay(moment, end)
  const title =
    at !== null ? timelineMessages.at(time) : going ? timelineMessages.now : timelineMessages.atEnd(time)
  return (
    <chakra.section aria-label={title} className="timeline-panel">
      <Flex direction="column" gap="1" p="3.5" className="timeline-panel-text">
        <Flex align="center" gap="1" minH="6">
          <chakra.h2 fontWeight="semibold" fontVariantNumeric="tabular-nums">
            {title}
          </chakra.h2>
          {at !== null && <CopyButton label={timelineMessages.copyMoment} text={() => linkTo(at)} />}
        </Flex>
        <Box aria-live="polite" color="ink.2">
          <p>
            {text.task && (
              <chakra.button
                type="button"
                color="status.started.fg"
                fontWeight="medium"
                cursor="pointer"
                textAlign="start"
                _hover={{ textDecoration: 'underline' }}
                onClick={() => onSelect(text.task?.id ?? null)}
              >
                {text.task.name}
              </chakra.button>
            )}
            {text.text}
          </p>
          <p>{text.counts}</p>
        </Box>
        <Flex align="center" gap="1.5" mt="1" color="ink.3" textStyle="xs" wrap="wrap">
          <Step label={timelineMessages.previousEvent} icon={<ArrowLeft />} onClick={() => onStep(-1)} />
          <Step
            label={timelineMessages.nextEvent}
            icon={<ArrowRight />}
            disabled={at === null}
            onClick={() => onStep(1)}
          />
          {at === null ? (
            timelineMessages.stepKeys
          ) : (
            <Button size="xs" variant="plain" onClick={onNow}>
              {timelineMessages.backToNow}
            </Button>
          )}
        </Flex>
      </Flex>
      <Box className="timeline-panel-graph">
        <CompactGraph
          label={timelineMessages.graphAt(title)}
          tasks={tasks}
          errorTasks={run.errorTasks}
          statusOf={graph}
          selected={selected ?? text.task?.id ?? null}
          onSelect={onSelect}
        />
      </Box>
    </chakra.section>
  )
})

/** The status of a task in the graph; its identity changes only when a status does. */
function useGraphStates(states: ReadonlyMap<string, TaskMoment>): (id: string) => string {
  const key = [...states.values()].map(({ status }) => status).join()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- The key stands for the statuses.
  const known = useMemo(() => states, [key])
  return useCallback(
    (id) => {
      const status = known.get(id)?.status ?? 'notstarted'
      return status === 'unknown' ? 'notstarted' : status
    },
    [known],
  )
}

function linkTo(at: number): string {
  const link = new URL(window.location.href)
  link.searchParams.set('view', 'timeline')
  link.searchParams.set('at', String(at))
  return link.href
}

function Step({
  label,
  icon,
  disabled = false,
  onClick,
}: {
  label: string
  icon: React.ReactNode
  disabled?: boolean
  onClick(): void
}) {
  return (
    <Button
      size="xs"
      px="1"
      minW={{ base: '10', sm: '6' }}
      height={{ base: '10', sm: '6' }}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </Button>
  )
}
