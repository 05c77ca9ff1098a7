import { useState } from 'react'
import { useMutation, type CombinedError } from 'urql'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { AccountRole } from '#shared/domains/account/rules.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { inviteToAccountMutation, inviteUserMutation } from './operations.ts'

export interface AccountInvitation {
  email: string
  name: string
  role: AccountRole
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

  async function send({ email, name, role }: AccountInvitation): Promise<CombinedError | undefined> {
    if (role === 'owner') {
      const { error } = await inviteOwner({ email })
      if (!isUnknown(error)) return error
    }
    return (await inviteUser({ email, name, role })).error
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
