import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { CauseText } from '#web/domains/tasks/cause.tsx'
import { useTaskFailure } from '#web/domains/tasks/task-failure.ts'
import { ControlMenu } from './control/control-menu.tsx'
import { lookOfCause, splitCause, taskOfCause, toneOf } from './cause-tone.ts'
import type { WorkqueueDetail } from './operations.ts'
import { BannerFacts } from './banner-facts.tsx'
import { BannerOthers } from './banner-others.tsx'
import { otherCauses, shareOfReason } from './other-causes.ts'
import type { RunRestarts } from './use-restarts.tsx'
import type { RunningFactsProps } from './running-facts.tsx'

interface RunBannerProps extends Pick<RunningFactsProps, 'logs'> {
  run: Pick<WorkqueueDetail, 'status'>
  tasks: WorkqueueDetail['tasks']
  cause: Cause
  /** By the id of the task. */
  causes: ReadonlyMap<string, Cause>
  restarts: RunRestarts
  onSelect(taskId: string): void
  onShowLog(taskId: string): void
  /** The task of the drawer. */
  shownTask: string | null
  /** The task whose log is on the screen. */
  shownLog: string | null
  /** Shown as the action of a cancelled run where the head has no room for it. */
  onModifyAndRerun: (() => void) | null
}

/**
 * What happens in a run, in one sentence, with the one action that fixes it. A failed run offers its restart here and
 * nowhere else.
 */
export function RunBanner(props: RunBannerProps) {
  const { cause, tasks, causes } = props
  const others = useMemo(
    () => otherCauses(cause, taskOfCause(cause, tasks), tasks, causes),
    [cause, tasks, causes],
  )
  const tone = toneOf(cause)
  const { fg, soft, mark } = lookOfCause(cause)
  const { first, rest } = splitCause(cause)
  const share = useMemo(
    () => shareOfReason(cause, taskOfCause(cause, tasks), tasks, causes),
    [cause, tasks, causes],
  )
  const failure = useTaskFailure(
    tone === 'failed' ? ((taskOfCause(cause, tasks) ?? props.restarts.failed[0])?.id ?? null) : null,
  )
  return (
    <Banner
      label={runMessages.cause}
      data-banner={tone}
      fg={fg}
      soft={soft}
      mark={mark}
      beside="md"
      actions={
        <Flex gap="2" wrap="wrap" align="center" css={actionsPlace}>
          {tone === 'failed' ? <FailedActions {...props} failure={failure} /> : <OtherActions {...props} />}
        </Flex>
      }
    >
      <Box
        as="p"
        role={tone === 'failed' ? 'alert' : undefined}
        fontSize="md"
        lineHeight="sm"
        overflowWrap="anywhere"
      >
        <CauseText cause={{ ...cause, parts: share ?? first }} onTask={props.onSelect} />
      </Box>
      <BannerFacts {...props} rest={rest} failure={failure} />
      <BannerOthers others={others} onSelect={props.onSelect} />
    </Banner>
  )
}

/** On a phone the actions fill the row, the first one most of it; targets are large. */
const actionsPlace = {
  '&:empty': { display: 'none' },
  smDown: {
    '& > button': { height: '10', flexGrow: 1 },
    '& > [data-main]': { order: -1, flexGrow: 3 },
    '& > [aria-haspopup=menu]': { flexGrow: 0, minW: '10' },
  },
}

/** What the failed tasks of a run failed with; undefined while it is read, null where it is not known. */
type Failure = ReturnType<typeof useTaskFailure>

/**
 * Filled is the restart that mends: on the alias that the platform suggests, else in the same place. None is until that is
 * known.
 */
function FailedActions({
  run,
  tasks,
  cause,
  restarts,
  failure,
  onShowLog,
  shownLog,
}: RunBannerProps & { failure: Failure }) {
  const { failed } = restarts
  const { mayChange } = useRights()
  const task = taskOfCause(cause, tasks) ?? failed[0]
  // Aliases belong to a type: only tasks of one can move together.
  const isOneType = new Set(failed.map(({ type }) => type)).size === 1
  const isElsewhere = isOneType && !!failure?.suggestedAlias
  return (
    <>
      {task && task.id !== shownLog && (
        // A phone has no room for it; the name in the sentence leads to the same log.
        <Button variant="ghost" hideBelow="sm" onClick={() => onShowLog(task.id)}>
          {runMessages.showLog}
        </Button>
      )}
      {isOneType && mayChange && (
        <Button
          transition="none"
          {...(isElsewhere && filled)}
          disabled={restarts.restarting !== null}
          onClick={() => restarts.restartWithAlias(failed, failure)}
        >
          {failed.length === 1 ? taskMessages.rerunWithAlias : taskMessages.onAnotherAlias}
        </Button>
      )}
      {task && failed.length === 1 && (
        <ControlMenu task={task} tasks={tasks} runStatus={run.status} onDone={restarts.changed} />
      )}
      {failed.length > 0 && run.status !== 'cancelled' && (
        <RerunButton restarts={restarts} isFilled={failure !== undefined && !isElsewhere} />
      )}
    </>
  )
}

const filled = { variant: 'solid', 'data-main': true } as const

/** Restarts the only failed task of a run at once, or all after a moment to undo it. */
function RerunButton({ restarts, isFilled = true }: { restarts: RunRestarts; isFilled?: boolean }) {
  const { failed, held, restarting } = restarts
  const count = failed.length
  return (
    <IfMayChange>
      <Button
        // Filled at once: between the two colours the text could not be read.
        transition="none"
        {...(isFilled && filled)}
        loading={count === 1 && restarting === failed[0]?.id}
        disabled={count > 0 && failed.every(({ id }) => held.has(id))}
        onClick={() => restarts.restartMany(failed)}
      >
        <RotateCw /> {count === 1 ? runMessages.rerun : runMessages.rerunFailed(count)}
      </Button>
    </IfMayChange>
  )
}

/** The kinds of actions that change something; the others show something. */
const changing: ReadonlySet<string> = new Set(['rerun', 'rerunFailed', 'moveToAlias', 'modifyAndRerun'])

function OtherActions(props: RunBannerProps) {
  const { tasks, cause, restarts, onSelect, onShowLog, onModifyAndRerun } = props
  const { action } = cause
  const { mayChange } = useRights()
  if (!mayChange && (toneOf(cause) === 'cancelled' || changing.has(action?.kind ?? ''))) return null
  if (onModifyAndRerun && toneOf(cause) === 'cancelled')
    return (
      <Button variant="solid" data-main onClick={onModifyAndRerun}>
        {action?.label ?? 'Modify and rerun'}
      </Button>
    )
  if (action?.kind === 'rerunFailed') return <RerunButton restarts={restarts} />
  const task = tasks.find((each) => each.id === action?.taskId)
  if (!action || !task) return null
  const isLog = action.kind === 'showLog' || (action.kind === 'openTask' && task.id === props.shownTask)
  // Beside the open task only its log is left to show; the run is cancelled in the head.
  if (isLog)
    return task.id === props.shownLog ? null : (
      <Button onClick={() => onShowLog(task.id)}>{runMessages.showLog}</Button>
    )
  const look = toneOf(cause) === 'attention' ? filled : {}
  switch (action.kind) {
    case 'rerun':
      return (
        <Button
          variant="solid"
          data-main
          loading={restarts.restarting === task.id}
          onClick={() => restarts.restart(task)}
        >
          <RotateCw /> {action.label}
        </Button>
      )
    case 'moveToAlias':
      return (
        <Button variant="solid" data-main onClick={() => restarts.restartWithAlias([task])}>
          {action.label}
        </Button>
      )
    case 'goToTask':
    case 'openTask':
      return (
        <Button {...look} onClick={() => onSelect(task.id)}>
          {action.label}
        </Button>
      )
    case 'openQueue':
      return (
        <Button {...look} asChild>
          <Link to={paths.queue(task.type, task.alias)}>{action.label}</Link>
        </Button>
      )
    default:
      return null
  }
}
