import { accountMessages } from '#shared/domains/account/messages.ts'
import { useAction } from '#web/ui/use-action.ts'
import {
  deleteMembershipMutation,
  saveAccountSettingsMutation,
  updateMembershipMutation,
} from './operations.ts'

/** Makes a member an owner, or an owner a member. */
export function useUpdateMembership() {
  return useAction(updateMembershipMutation, {
    success: ({ updateMembership: { email, role } }) => accountMessages.roleChanged(email, role),
    failure: accountMessages.roleFailed,
  })
}

/** Removes somebody from the account. */
export function useDeleteMembership(email: string) {
  return useAction(deleteMembershipMutation, {
    success: () => accountMessages.removed(email),
    failure: accountMessages.removeFailed,
  })
}

/** Keeps the account's settings as given. */
export function useSaveSettings() {
  return useAction(saveAccountSettingsMutation, {
    success: () => accountMessages.settingsSaved,
    failure: accountMessages.settingsFailed,
  })
}
