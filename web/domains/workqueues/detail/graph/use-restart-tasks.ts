import { useCallback, useEffect, useRef } from 'react'
import { graphMessages } from '#shared/domains/workqueues/graph-messages.ts'
import { useRestartTask } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { holdAction } from '#web/ui/feedback/held-action.ts'
import { useRestartFailed } from '#web/domains/workqueues/mutations.ts'
import type { WorkqueueDetail } from '../operations.ts'

/** Restarts tasks of a run: one at once, several after a moment in which it can be undone. */
export function useRestartTasks(run: WorkqueueDetail, tasks: WorkqueueDetail['tasks']) {
  const one = useRestartTask((id) => tasks.find((task) => task.id === id)?.name ?? id)
  const several = useRestartFailed()
  const latest = useRef({ one, several })
  useEffect(() => {
    latest.current = { one, several }
  })
  const restartOne = useCallback((task: TaskDetail) => void latest.current.one.run({ id: task.id }), [])
  const restart = useCallback(
    (chosen: readonly TaskDetail[]) => {
      const [only] = chosen
      if (chosen.length === 1 && only) return restartOne(only)
      const ids = chosen.map(({ id }) => id)
      holdAction({
        text: (seconds) => graphMessages.restarting(ids.length, seconds),
        undone: graphMessages.notRestarted,
        act: () => void latest.current.several.run([run.id], newRequestId(), ids),
      })
    },
    [run.id, restartOne],
  )
  return { restart, restartOne }
}
