import { useState } from 'react'
import { useMutation, type CombinedError } from 'urql'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { AccountRole } from '#shared/domains/account/words.ts'
import { failText, isSessionEnd } from '#web/ui/fail-text.ts'
import { toast } from '#web/ui/toast.ts'
import { inviteToAccountMutation, inviteUserMutation } from './operations.ts'

export interface AccountInvitation {
  email: string
  name: string
  role: AccountRole
}

const isUnknown = (error: CombinedError | undefined) =>
  error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND') ?? false

/**
 * Invites somebody to the account. An owner is invited by the platform; one that knows nobody of that address (404),
 * and every other role, by the connect service (spec sections 4, 6 and 7). Answers whether it was done; the user has
 * been told either way.
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
