import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isRestartable } from '#shared/domains/tasks/rules.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { holdAction } from '#web/ui/feedback/held-action.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useRestartTask } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
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
  /** Asks for the alias first. Several must be of one type. */
  restartWithAlias(tasks: readonly TaskDetail[]): void
  /** Ids of the tasks whose restart can still be undone, or is being sent. */
  held: ReadonlySet<string>
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
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const one = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const several = useRestartFailed()
  const latest = useRef({ one, several, held, onChanged })
  useEffect(() => {
    latest.current = { one, several, held, onChanged }
  })

  const restart = useCallback(async (task: TaskDetail) => {
    setRestarting(task.id)
    const done = await latest.current.one.run({ id: task.id })
    setRestarting(null)
    if (done) latest.current.onChanged()
  }, [])
  const hold = useCallback(
    (chosen: readonly TaskDetail[], alias?: string) => {
      const taskIds = chosen.map(({ id }) => id).filter((id) => !latest.current.held.has(id))
      if (taskIds.length === 0) return
      const release = () => setHeld((known) => new Set([...known].filter((id) => !taskIds.includes(id))))
      const send = async () => {
        const choice = { taskIds, ...(alias && { alias }) }
        const receipt = await latest.current.several.run([run.id], newRequestId(), choice)
        release()
        if (receipt?.kept && receipt.failed > 0)
          toast.info(runMessages.restartedOf(receipt.done, receipt.total, receipt.refused[0]?.error ?? null))
        if (receipt) latest.current.onChanged()
      }
      setHeld((known) => new Set([...known, ...taskIds]))
      holdAction({
        text: (seconds) => runMessages.restarting(taskIds.length, seconds, alias),
        undone: runMessages.notRestarted,
        act: () => void send(),
        onUndone: release,
      })
    },
    [run.id],
  )
  const restartMany = useCallback(
    (chosen: readonly TaskDetail[]) => {
      const [only] = chosen
      if (only && chosen.length === 1) void restart(only)
      else hold(chosen)
    },
    [restart, hold],
  )
  const { restartWithAlias, dialog } = useAliasRestart(hold, onChanged)
  return {
    failed,
    restarting,
    restart: useCallback((task: TaskDetail) => void restart(task), [restart]),
    restartMany,
    restartWithAlias,
    held,
    dialog,
  }
}
