import { accountMessages } from '#shared/domains/account/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  deleteMembershipMutation,
  saveAccountSettingsMutation,
  updateMembershipMutation,
} from './operations.ts'

/** Changes the role of a member. */
export function useUpdateMembership() {
  return useAction(updateMembershipMutation, {
    success: ({ updateMembership: { email, role } }) => accountMessages.roleChanged(email, role),
    failure: accountMessages.roleFailed,
  })
}

/** Removes a member from the account. */
export function useDeleteMembership(email: string) {
  return useAction(deleteMembershipMutation, {
    success: () => accountMessages.removed(email),
    failure: accountMessages.removeFailed,
  })
}

/** Saves the settings of the account. */
export function useSaveSettings() {
  return useAction(saveAccountSettingsMutation, {
    success: () => accountMessages.settingsSaved,
    failure: accountMessages.settingsFailed,
  })
}
