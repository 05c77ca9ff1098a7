import { useRef } from 'react'
import { appSettingsMessages, collaboratorMessages } from '#shared/domains/apps/access-messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  addCollaboratorMutation,
  addTokenMutation,
  addVariableMutation,
  removeCollaboratorMutation,
  removeTokenMutation,
  removeVariableMutation,
  revealTokenMutation,
  revealVariableMutation,
} from './access-operations.ts'

/** Adds a collaborator by e-mail; an address without a user is invited. */
export function useAddCollaborator() {
  return useAction(addCollaboratorMutation, {
    success: ({ addCollaborator: { invited } }) =>
      invited ? collaboratorMessages.invited : collaboratorMessages.added,
    failure: collaboratorMessages.inviteFailed,
  })
}

/**
 * Removes a collaborator from an app. The e-mail is for the message: the row may be gone when the answer
 * arrives.
 */
export function useRemoveCollaborator(appId: string) {
  const removedEmail = useRef('')
  const { run, running } = useAction(removeCollaboratorMutation, {
    success: () => collaboratorMessages.removed(removedEmail.current),
    failure: collaboratorMessages.removeFailed,
  })
  const remove = async ({ id, email }: { id: string; email: string }) => {
    removedEmail.current = email
    return (await run({ appId, collaboratorId: id })) !== null
  }
  return { run: remove, running }
}

/** Adds an access token to an app. */
export function useAddToken() {
  return useAction(addTokenMutation, {
    success: () => appSettingsMessages.tokenAdded,
    failure: appSettingsMessages.addTokenFailed,
  })
}

/** Removes an access token; the platform refuses the last one. */
export function useRemoveToken() {
  return useAction(removeTokenMutation, {
    success: () => appSettingsMessages.tokenRemoved,
    failure: appSettingsMessages.removeTokenFailed,
  })
}

/** Fetches the secret of an access token. */
export function useRevealToken() {
  return useAction(revealTokenMutation, { failure: appSettingsMessages.revealFailed })
}

/** Adds a variable to an app; both texts trimmed and not empty. */
export function useAddVariable() {
  return useAction(addVariableMutation, {
    success: () => appSettingsMessages.variableAdded,
    failure: appSettingsMessages.addVariableFailed,
  })
}

/** Removes a variable from an app. */
export function useRemoveVariable() {
  return useAction(removeVariableMutation, {
    success: () => appSettingsMessages.variableRemoved,
    failure: appSettingsMessages.removeVariableFailed,
  })
}

/** Fetches the value of a variable. */
export function useRevealVariable() {
  return useAction(revealVariableMutation, { failure: appSettingsMessages.revealFailed })
}
