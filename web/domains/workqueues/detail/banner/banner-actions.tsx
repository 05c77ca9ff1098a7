import { Box, Button } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { canMoveTogether } from '#shared/domains/tasks/rules.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import type { FailureOfTask } from '#web/domains/tasks/task-failure.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { taskOfCause, toneOf } from '../cause-tone.ts'
import type { WorkqueueDetail } from '../operations.ts'
import type { RunRestarts } from '../use-restarts.tsx'
import type { RunningFactsProps } from './running-facts.tsx'

// Loaded lazily: its place is kept meanwhile.
const ControlMenu = lazyPart(
  async () => (await import('../control/control-menu.tsx')).ControlMenu,
  () => <Box minW="7" />,
)

// Loaded lazily: only a task that waits has it.
const WaitingAction = lazyPart(
  async () => (await import('./waiting-action.tsx')).WaitingAction,
  () => <Box minW="16" />,
)

export interface RunBannerProps extends Pick<RunningFactsProps, 'logs'> {
  run: Pick<WorkqueueDetail, 'id' | 'appId' | 'planId' | 'status'>
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
 * Filled is the restart that mends: on the alias that the platform suggests, else in the same place. `failure` is undefined
 * while it is read, null where it is not known.
 */
export function FailedActions({
  run,
  tasks,
  cause,
  restarts,
  failure,
  onShowLog,
  shownLog,
}: RunBannerProps & { failure: FailureOfTask | null | undefined }) {
  const { failed } = restarts
  const { mayChange } = useRights()
  const task = taskOfCause(cause, tasks) ?? failed[0]
  const mayMove = canMoveTogether(failed)
  const isElsewhere = mayMove && !!failure?.suggestedAlias
  return (
    <>
      {task && task.id !== shownLog && (
        // A phone has no room for it; a line of the banner leads to the same log.
        <Button variant="ghost" hideBelow="sm" onClick={() => onShowLog(task.id)}>
          {runMessages.showLog}
        </Button>
      )}
      {mayMove && mayChange && (
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
        <RerunButton restarts={restarts} isFilled={!isElsewhere} />
      )}
    </>
  )
}

const filled = { variant: 'solid', 'data-main': true } as const
const quiet = { variant: 'plain', 'data-touch': true } as const

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

/** The action of a cause that is no failure: filled where it mends what the banner says first, quiet in a line below. */
export function CauseAction({ isQuiet = false, ...props }: RunBannerProps & { isQuiet?: boolean }) {
  const { tasks, cause, restarts, onSelect, onShowLog, onModifyAndRerun } = props
  const { action } = cause
  const { mayChange } = useRights()
  if (!mayChange && (toneOf(cause) === 'cancelled' || changing.has(action?.kind ?? ''))) return null
  if (onModifyAndRerun && toneOf(cause) === 'cancelled')
    return (
      <Button {...filled} onClick={onModifyAndRerun}>
        {action?.label ?? 'Modify and rerun'}
      </Button>
    )
  if (action?.kind === 'rerunFailed') return <RerunButton restarts={restarts} />
  const task = tasks.find((each) => each.id === action?.taskId)
  if (!action || !task) return null
  // Beside the open task its log is what tells more.
  if (action.kind === 'showLog' || (action.kind === 'openTask' && task.id === props.shownTask))
    return task.id === props.shownLog ? null : (
      <Button {...(isQuiet && quiet)} onClick={() => onShowLog(task.id)}>
        {runMessages.showLog}
      </Button>
    )
  const look = isQuiet ? quiet : toneOf(cause) === 'attention' ? filled : {}
  const waiting = <WaitingAction task={task} cause={cause} look={look} onDone={restarts.changed} />
  switch (action.kind) {
    case 'rerun':
      if (task.status === 'retry') return waiting
      return (
        <Button {...look} loading={restarts.restarting === task.id} onClick={() => restarts.restart(task)}>
          <RotateCw /> {action.label}
        </Button>
      )
    case 'moveToAlias':
      return (
        <Button {...look} onClick={() => restarts.restartWithAlias([task])}>
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
      return waiting
    default:
      return null
  }
}
