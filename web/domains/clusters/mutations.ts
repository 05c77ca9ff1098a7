import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { createClusterMutation, deleteClusterMutation, updateClusterMutation } from './operations.ts'

/** Creates a cluster, with or without a team. */
export function useCreateCluster() {
  return useAction(createClusterMutation, {
    success: (data) => clusterMessages.createdCluster(data.createCluster.name),
    failure: clusterMessages.createFailed,
  })
}

/** Changes a cluster's name, team and tags. `conflict` is called when another user has changed it first. */
export function useUpdateCluster(conflict: () => void) {
  return useAction(updateClusterMutation, {
    success: (data) => clusterMessages.updated(data.updateCluster.name),
    failure: clusterMessages.updateFailed,
    conflict,
  })
}

/** Deletes a cluster together with its deployments. `name` is for the message. */
export function useDeleteCluster(name: string) {
  return useAction(deleteClusterMutation, {
    success: () => clusterMessages.deleted(name),
    failure: clusterMessages.deleteFailed,
  })
}
