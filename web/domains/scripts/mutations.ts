import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  createScriptMutation,
  deleteScriptMutation,
  testScriptMutation,
  updateScriptMutation,
} from './operations.ts'

/** Creates a script of a team; its name is its task type. */
export function useCreateScript() {
  return useAction(createScriptMutation, {
    success: () => scriptMessages.created,
    failure: scriptMessages.createFailed,
  })
}

/** Changes a script, except its team. `conflict` is called when another user has changed it first. */
export function useUpdateScript(conflict: () => void) {
  return useAction(updateScriptMutation, {
    success: () => scriptMessages.updated,
    failure: scriptMessages.updateFailed,
    conflict,
  })
}

/** Deletes a script. */
export function useDeleteScript() {
  return useAction(deleteScriptMutation, {
    success: () => scriptMessages.deleted,
    failure: scriptMessages.deleteFailed,
  })
}

/** Runs a script, or code that is not saved, and stores nothing. */
export function useTestScript() {
  return useAction(testScriptMutation, { failure: scriptMessages.testFailed })
}
