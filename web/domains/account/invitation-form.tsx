import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { chosenPasswordFaults, type ChosenPassword } from '#shared/domains/account/rules.ts'
import { HttpError } from '#web/lib/http.ts'
import { redirectTarget } from '#web/lib/login-address.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import type { Session } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { LoginCard, useGatewaySubmit } from './gateway-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/**
 * The page behind an invitation. A user who already has a password accepts with one click, and then signs in as
 * usual, unless signed in already. A new user is asked for a password after the platform has refused the first
 * attempt with 400, and is signed in with it.
 */
export function InvitationForm({ token }: { token: string }) {
  const { session } = useSession()
  const [query] = useSearchParams()
  const target = redirectTarget(query.get('redirectTo'))
  const [hasJoined, setJoined] = useState(false)
  const [value, setValue] = useState<ChosenPassword>({ password: '', repeated: '' })
  const [faults, setFaults] = useState<Partial<ChosenPassword>>({})
  const [isNew, setNew] = useState(false)
  const { submitting, failure, submit } = useGatewaySubmit()
  const navigate = useNavigate()

  const join = async (password?: string) => {
    try {
      const isSignedIn = await session.acceptInvitation(token, password)
      if (!isSignedIn && !hasUser(session)) return setJoined(true)
      if (!isSignedIn) toast.success(accountMessages.joinedToast)
    } catch (error) {
      if (password !== undefined || !(error instanceof HttpError) || error.status !== 400) throw error
      return setNew(true)
    }
    void navigate(target, { replace: true })
  }
  const accept = () => {
    if (!isNew) return void submit(() => join())
    const found = chosenPasswordFaults(value)
    setFaults(found)
    if (!(found.password ?? found.repeated)) void submit(() => join(value.password))
  }
  if (hasJoined) {
    const toSignIn = `${paths.login()}?redirectTo=${encodeURIComponent(target)}`
    return (
      <LoginCard
        failure={null}
        submitting={false}
        label={accountMessages.signIn}
        onSubmit={() => void navigate(toSignIn, { replace: true })}
      >
        <Box role="status" color="ink.2">
          {accountMessages.joinedText}
        </Box>
      </LoginCard>
    )
  }
  return (
    <LoginCard
      failure={failure}
      submitting={submitting}
      label={isNew ? accountMessages.join : accountMessages.accept}
      onSubmit={accept}
    >
      <Box color="ink.2">{isNew ? accountMessages.newcomerText : accountMessages.invitationText}</Box>
      {isNew && <NewPasswordFields value={value} onChange={setValue} faults={faults} autoFocus />}
    </LoginCard>
  )
}

function hasUser(session: Session): boolean {
  const state = session.get()
  return state.phase === 'known' && signedInUser(state.view) !== null
}
