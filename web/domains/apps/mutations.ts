import { appMessages } from '#shared/domains/apps/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { createAppMutation, updateAppMutation } from './operations.ts'

/** Creates an app; both texts trimmed and not empty. */
export function useCreateApp() {
  return useAction(createAppMutation, {
    success: (data) => appMessages.created(data.createApp.name),
    failure: appMessages.saveFailed,
  })
}

/** Changes an app's name and description. `conflict` is called when another user has changed it first. */
export function useUpdateApp(conflict: () => void) {
  return useAction(updateAppMutation, {
    success: (data) => appMessages.updated(data.updateApp.name),
    failure: appMessages.saveFailed,
    conflict,
  })
}
