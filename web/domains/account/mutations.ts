import { useState } from 'react'
import { type CombinedError, useMutation } from 'urql'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { AccountRole } from '#shared/domains/account/rules.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import {
  deleteMembershipMutation,
  inviteToAccountMutation,
  inviteUserMutation,
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

interface AccountInvitation {
  email: string
  name: string
  role: AccountRole
  /** Of a viewer. */
  apps?: string[]
  payloads?: string
}

const isUnknown = (error: CombinedError | undefined) =>
  error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND') ?? false

/**
 * Invites a user to the account. The platform invites owners who already have a user; for an unknown address
 * (404), and for every other role, the connect service sends the invitation. `run` resolves to whether that
 * succeeded and shows a toast either way.
 */
export function useInvite() {
  const [, inviteOwner] = useMutation(inviteToAccountMutation)
  const [, inviteUser] = useMutation(inviteUserMutation)
  const [running, setRunning] = useState(false)

  async function send({ email, name, role, ...sees }: AccountInvitation): Promise<CombinedError | undefined> {
    if (role === 'owner') {
      const { error } = await inviteOwner({ email })
      if (!isUnknown(error)) return error
    }
    return (await inviteUser({ email, name, role, ...sees })).error
  }
  const run = async (invitation: AccountInvitation) => {
    setRunning(true)
    const error = await send(invitation)
    setRunning(false)
    if (!error) toast.success(accountMessages.invited(invitation.email))
    else if (!isSessionEnd(error)) toast.error(failText(accountMessages.inviteFailed, error))
    return !error
  }
  return { run, running }
}
