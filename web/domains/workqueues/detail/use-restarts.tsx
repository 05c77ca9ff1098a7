import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useHeldRestart } from '#web/domains/failures/use-held-restart.ts'
import { useRestartTask } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import type { FailureOfTask } from '#web/domains/tasks/task-failure.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { useRestartFailed } from '../mutations.ts'
import type { WorkqueueDetail } from './operations.ts'
import { useAliasRestart } from './use-alias-restart.tsx'

/** The restarts that a run offers. All functions are stable. */
export interface RunRestarts {
  /** The tasks that can be restarted. */
  failed: readonly TaskDetail[]
  /** The task that is being restarted. */
  restarting: string | null
  /** Restarts a task at once. */
  restart(task: TaskDetail): void
  /** Restarts several after ten seconds in which it can be undone; a single one at once. */
  restartMany(tasks: readonly TaskDetail[]): void
  /** Asks for the alias first. Several must be of one type; `failure` is what they failed with, where one is known. */
  restartWithAlias(tasks: readonly TaskDetail[], failure?: FailureOfTask | null): void
  /** Ids of the tasks whose restart can still be undone, or is being sent. */
  held: ReadonlySet<string>
  /** Something else was done to a task: the run is read again. */
  changed(): void
  /** The open dialog of a restart. */
  dialog: ReactNode
}

/** Restarts the failed tasks of a run, one or several. `onChanged` is called after each. */
export function useRestarts(
  run: Pick<WorkqueueDetail, 'id' | 'status'>,
  tasks: readonly TaskDetail[],
  onChanged: () => void,
): RunRestarts {
  const failed = useMemo(
    () => tasks.filter((task) => isRestartable(task.status, run.status)),
    [tasks, run.status],
  )
  const [restarting, setRestarting] = useState<string | null>(null)
  const one = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const several = useRestartFailed()
  const { restart: hold, held } = useHeldRestart({
    onChanged,
    async send(target, alias) {
      const taskIds = 'taskIds' in target ? [...target.taskIds] : []
      const choice = { taskIds, ...(alias && { alias }) }
      const receipt = await several.run([run.id], newRequestId(), choice)
      if (!receipt?.kept || receipt.failed === 0) return
      const { restartText } = await loadPart(() => import('#shared/domains/failures/receipt-text.ts'))
      toast.info(restartText(receipt))
    },
  })
  const latest = useLatest({ one, held, onChanged })

  const restart = useCallback(
    async (task: TaskDetail) => {
      setRestarting(task.id)
      const done = await latest.current.one.run({ id: task.id })
      setRestarting(null)
      if (done) latest.current.onChanged()
    },
    [latest],
  )
  const restartMany = useCallback(
    (chosen: readonly TaskDetail[]) => {
      const [only] = chosen
      if (only && chosen.length === 1) return void restart(only)
      const taskIds = chosen.map(({ id }) => id).filter((id) => !latest.current.held.has(id))
      if (taskIds.length > 0) hold({ taskIds, workqueueIds: [run.id] }, taskIds.length)
    },
    [restart, hold, run.id, latest],
  )
  const { restartWithAlias, dialog } = useAliasRestart(run.id, tasks, hold, onChanged)
  return {
    failed,
    restarting,
    restart: useCallback((task: TaskDetail) => void restart(task), [restart]),
    restartMany,
    restartWithAlias,
    held,
    changed: onChanged,
    dialog,
  }
}
