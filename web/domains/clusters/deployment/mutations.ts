import { deploymentMessages } from '#shared/domains/clusters/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  createDeploymentMutation,
  deleteDeploymentMutation,
  revealDeploymentConfigMutation,
  revealEnvironmentValueMutation,
  updateDeploymentConfigMutation,
  updateDeploymentMutation,
} from './operations.ts'

/** Creates a deployment. `workerName` is for the message. */
export function useCreateDeployment(workerName: string) {
  return useAction(createDeploymentMutation, {
    success: () => deploymentMessages.created(workerName),
    failure: deploymentMessages.updateFailed,
  })
}

/** Changes the form fields of a deployment; `conflict` is called when another user has changed it first. */
export function useUpdateDeployment(conflict: () => void) {
  return useAction(updateDeploymentMutation, {
    success: (data) => deploymentMessages.updated(data.updateDeployment.alias),
    failure: deploymentMessages.updateFailed,
    conflict,
  })
}

/** Replaces a deployment's configuration; `conflict` is called when another user has changed it first. */
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

/** Reads the whole configuration with all environment values. The platform audits each read. */
export function useRevealConfig() {
  return useAction(revealDeploymentConfigMutation, { failure: deploymentMessages.loadFailed })
}

/** Reads the value of one environment variable. The platform audits each read. */
export function useRevealEnvironmentValue() {
  return useAction(revealEnvironmentValueMutation, { failure: deploymentMessages.loadFailed })
}
