import { deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { useAction } from '#web/ui/use-action.ts'
import {
  createDeploymentMutation,
  deleteDeploymentMutation,
  revealDeploymentConfigMutation,
  revealEnvironmentValueMutation,
  updateDeploymentConfigMutation,
  updateDeploymentMutation,
} from './deployment-operations.ts'

/** Creates a deployment. `workerName` is for the message. */
export function useCreateDeployment(workerName: string) {
  return useAction(createDeploymentMutation, {
    success: () => deploymentMessages.created(workerName),
    failure: deploymentMessages.updateFailed,
  })
}

/** Changes what the form shows of a deployment; `conflict` is called when somebody else changed it first. */
export function useUpdateDeployment(conflict: () => void) {
  return useAction(updateDeploymentMutation, {
    success: (data) => deploymentMessages.updated(data.updateDeployment.alias),
    failure: deploymentMessages.updateFailed,
    conflict,
  })
}

/** Changes a deployment's configuration, whole; `conflict` is called when somebody else changed it first. */
export function useUpdateConfig(conflict: () => void) {
  return useAction(updateDeploymentConfigMutation, {
    success: (data) => deploymentMessages.configurationUpdated(data.updateDeploymentConfig.alias),
    failure: deploymentMessages.updateFailed,
    conflict,
  })
}

/** Deletes a deployment. `alias` is for the message. */
export function useDeleteDeployment(alias: string) {
  return useAction(deleteDeploymentMutation, {
    success: () => deploymentMessages.deleted(alias),
    failure: deploymentMessages.deleteFailed,
  })
}

/** Reads the whole configuration, with every value of the environment; the look is audited. */
export function useRevealConfig() {
  return useAction(revealDeploymentConfigMutation, { failure: deploymentMessages.loadFailed })
}

/** Reads the value of one environment variable; the look is audited. */
export function useRevealEnvironmentValue() {
  return useAction(revealEnvironmentValueMutation, { failure: deploymentMessages.loadFailed })
}
