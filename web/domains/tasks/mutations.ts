import type { ControlAct } from '#shared/domains/tasks/control.ts'
import { controlMessages } from '#shared/domains/tasks/control-messages.ts'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  completeTaskMutation,
  restartTaskFromMutation,
  restartTaskMutation,
  restartTaskWithAliasMutation,
  skipTaskMutation,
} from './operations.ts'

/**
 * Restarts a failed task and its workqueue. `nameOf` returns the task's name for the messages; `failure` is
 * the beginning of the error message.
 */
export function useRestartTask(
  nameOf: (id: string) => string,
  failure: (name: string) => string = taskMessages.restartNamedFailed,
) {
  return useAction(restartTaskMutation, {
    success: (_data, { id }) => taskMessages.restarted(nameOf(id)),
    failure: ({ id }) => failure(nameOf(id)),
  })
}

const controlTexts = (act: ControlAct, name: string) => ({
  success: () => controlMessages.done[act](name),
  failure: controlMessages.failed[act](name),
})

/** Ends the wait of a task for its retry. */
export const useRunTaskNow = (name: string) => useAction(restartTaskMutation, controlTexts('now', name))

/** Restarts a task with everything that comes after it. */
export const useRestartTaskFrom = (name: string) =>
  useAction(restartTaskFromMutation, controlTexts('from', name))

/** Ends a task in the place of its worker. */
export const useCompleteTask = (name: string) =>
  useAction(completeTaskMutation, controlTexts('complete', name))

/** Skips a task. */
export const useSkipTask = (name: string) => useAction(skipTaskMutation, controlTexts('skip', name))

/** Restarts a failed task on another alias of its worker. */
export function useRestartTaskWithAlias(name: string) {
  return useAction(restartTaskWithAliasMutation, {
    success: (_data, { alias }) => taskMessages.restartedWithAlias(name, alias),
    failure: taskMessages.restartWithAliasFailed(name),
  })
}
