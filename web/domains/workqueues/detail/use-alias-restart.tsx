import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { attemptCount } from '#shared/domains/tasks/why/attempts.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { LISTED, type MovableTask } from '#web/domains/failures/move/moving.ts'
import type { HeldRestarts } from '#web/domains/failures/use-held-restart.ts'
import type { FailureOfTask } from '#web/domains/tasks/task-failure.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { waitingFor } from './states.ts'

// Loaded lazily: few tasks are restarted on another alias.
const AliasDialog = lazy(async () => ({
  default: (await loadPart(() => import('#web/domains/tasks/table/alias-dialog.tsx'))).AliasDialog,
}))

const MoveDialog = lazy(async () => ({
  default: (await loadPart(() => import('#web/domains/failures/move/move-dialog.tsx'))).MoveDialog,
}))

/** One task, or several. */
type Asked = { task: TaskDetail } | { tasks: readonly MovableTask[]; failure: FailureOfTask | null }

/**
 * Asks for another alias for failed or queued tasks of one type. One that failed is restarted by its dialog; several, and
 * what is queued, by `onMove`. `onRestarted` is called after the restart of one.
 */
export function useAliasRestart(
  runId: string,
  tasks: readonly TaskDetail[],
  onMove: HeldRestarts['restart'],
  onRestarted: () => void,
): {
  restartWithAlias(tasks: readonly TaskDetail[], failure?: FailureOfTask | null): void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = useCallback(() => setAsked(null), [])
  const latest = useLatest(tasks)
  const restartWithAlias = useCallback(
    (chosen: readonly TaskDetail[], failure: FailureOfTask | null = null) => {
      const [only] = chosen
      if (only?.status === 'failed' && chosen.length === 1) setAsked({ task: only })
      else
        setAsked({
          tasks: chosen.map((task, place) => movable(runId, task, place, latest.current)),
          failure,
        })
    },
    [runId, latest],
  )
  return {
    restartWithAlias,
    dialog: asked && (
      <Suspense>
        {'task' in asked ? (
          <AliasDialog task={asked.task} onClose={close} onRestarted={onRestarted} />
        ) : (
          <MoveDialog work={asked} onMove={onMove} onClose={close} />
        )}
      </Suspense>
    ),
  }
}

function movable(
  workqueueId: string,
  task: TaskDetail,
  place: number,
  tasks: readonly TaskDetail[],
): MovableTask {
  const { id, name, type, alias, status, version, reason, queued, ended, retry } = task
  const waits = status === 'queued'
  return {
    id,
    workqueueId,
    workqueueName: null,
    name,
    type,
    alias,
    status,
    version,
    reason,
    at: waits ? queued : ended,
    attempts: waits ? null : attemptCount({ ...task, retry: retry as { max: number } | null }),
    waiting: place < LISTED ? waitingFor([id], tasks).length : null,
  }
}
