import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { chosenPasswordFaults, type ChosenPassword } from '#shared/domains/account/rules.ts'
import { HttpError } from '#web/lib/http.ts'
import { useSession } from '#web/lib/session-context.tsx'
import { paths } from '#web/paths.ts'
import { LoginCard, useGatewaySubmit } from './gateway-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/**
 * The page behind an invitation. A user who already has a password accepts with one click. A new user is
 * asked for a password after the platform has refused the first attempt with 400.
 */
export function InvitationForm({ token }: { token: string }) {
  const { session } = useSession()
  const [value, setValue] = useState<ChosenPassword>({ password: '', repeated: '' })
  const [faults, setFaults] = useState<Partial<ChosenPassword>>({})
  const [isNew, setNew] = useState(false)
  const { submitting, failure, submit } = useGatewaySubmit()
  const navigate = useNavigate()

  const join = async (password?: string) => {
    try {
      await session.acceptInvitation(token, password)
    } catch (error) {
      if (password !== undefined || !(error instanceof HttpError) || error.status !== 400) throw error
      return setNew(true)
    }
    void navigate(paths.root(), { replace: true })
  }
  const accept = () => {
    if (!isNew) return void submit(() => join())
    const found = chosenPasswordFaults(value)
    setFaults(found)
    if (!(found.password ?? found.repeated)) void submit(() => join(value.password))
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
