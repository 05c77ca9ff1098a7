import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { restartTaskMutation, restartTaskWithAliasMutation } from './operations.ts'

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

/** Restarts a failed task on another alias of its worker. */
export function useRestartTaskWithAlias(name: string) {
  return useAction(restartTaskWithAliasMutation, {
    success: (_data, { alias }) => taskMessages.restartedWithAlias(name, alias),
    failure: taskMessages.restartWithAliasFailed(name),
  })
}
