import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { useRequestIds } from '#web/lib/request-id.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useRestartTask } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useRestartFailed } from '../mutations.ts'
import type { WorkqueueDetail } from './operations.ts'

// Loaded lazily: few runs are restarted on another alias.
const AliasDialog = lazy(async () => ({
  default: (await import('#web/domains/tasks/table/alias-dialog.tsx')).AliasDialog,
}))

/** The restarts that a run offers. */
export interface RunRestarts {
  /** The tasks that can be restarted. */
  failed: readonly TaskDetail[]
  /** The task that is being restarted. */
  restarting: string | null
  restart(task: TaskDetail): void
  /** Asks for the alias first. */
  restartWithAlias(task: TaskDetail): void
  /** Restarts every failed task: several only after a confirmation. */
  restartAll(): void
  restartingAll: boolean
  /** The open dialog of a restart. */
  dialog: ReactNode
}

/** Restarts the failed tasks of a run, one or all. `onChanged` is called after each. */
export function useRestarts(
  run: WorkqueueDetail,
  tasks: WorkqueueDetail['tasks'],
  onChanged: () => void,
): RunRestarts {
  const failed = useMemo(
    () => tasks.filter((task) => isRestartable(task.status, run.status)),
    [tasks, run.status],
  )
  const [restarting, setRestarting] = useState<string | null>(null)
  const one = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const all = useRestartFailed()
  const requestIds = useRequestIds()
  const [alias, setAlias] = useState<TaskDetail | null>(null)
  const [confirming, setConfirming] = useState(false)
  const closeAlias = useCallback(() => setAlias(null), [])

  const restart = async (task: TaskDetail) => {
    setRestarting(task.id)
    const done = await one.run({ id: task.id })
    setRestarting(null)
    if (done) onChanged()
  }
  const confirm = async () => {
    // A repetition after a failure is the same request: the first may have arrived.
    const receipt = await all.run([run.id], requestIds.of(run.id))
    if (!receipt) return
    requestIds.done()
    setConfirming(false)
    onChanged()
  }
  const [only] = failed
  const label = runMessages.rerunFailed(failed.length)
  return {
    failed,
    restarting,
    restart: (task) => void restart(task),
    restartWithAlias: setAlias,
    restartAll: () => (failed.length === 1 && only ? void restart(only) : setConfirming(true)),
    restartingAll: all.running || (failed.length === 1 && restarting === only?.id),
    dialog: (
      <>
        <ConfirmDialog
          title={label}
          text={workqueueMessages.restartFailedText(1)}
          open={confirming}
          onClose={() => setConfirming(false)}
          onConfirm={() => void confirm()}
          confirmLabel={label}
          submitting={all.running}
        />
        {alias && (
          <Suspense>
            <AliasDialog task={alias} onClose={closeAlias} onRestarted={onChanged} />
          </Suspense>
        )}
      </>
    ),
  }
}
