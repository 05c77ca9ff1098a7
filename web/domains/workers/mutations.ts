import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useAction } from '#web/ui/use-action.ts'
import { createWorkerMutation, deleteWorkerMutation, updateWorkerMutation } from './operations.ts'

/** Creates a worker of a team; its type follows from both names (spec section 5). */
export function useCreateWorker() {
  return useAction(createWorkerMutation, {
    success: (data) => workerMessages.created(data.createWorker.name),
    failure: workerMessages.createFailed,
  })
}

/** Changes a worker. `conflict` is called when somebody else changed or deleted it first. */
export function useUpdateWorker(conflict: () => void) {
  return useAction(updateWorkerMutation, {
    success: () => workerMessages.updated,
    failure: workerMessages.updateFailed,
    conflict,
  })
}

/** Deletes a worker, which stays readable. */
export function useDeleteWorker() {
  return useAction(deleteWorkerMutation, {
    success: () => workerMessages.deleted,
    failure: workerMessages.deleteFailed,
  })
}
