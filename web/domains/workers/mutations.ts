import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { createWorkerMutation, deleteWorkerMutation, updateWorkerMutation } from './operations.ts'

/** Creates a worker of a team; its task type is derived from both names. */
export function useCreateWorker() {
  return useAction(createWorkerMutation, {
    success: (data) => workerMessages.created(data.createWorker.name),
    failure: workerMessages.createFailed,
  })
}

/** Changes a worker. `conflict` is called when another user has changed or deleted it first. */
export function useUpdateWorker(conflict: () => void) {
  return useAction(updateWorkerMutation, {
    success: () => workerMessages.updated,
    failure: workerMessages.updateFailed,
    conflict,
  })
}

/** Deletes a worker; it stays readable. */
export function useDeleteWorker() {
  return useAction(deleteWorkerMutation, {
    success: () => workerMessages.deleted,
    failure: workerMessages.deleteFailed,
  })
}
