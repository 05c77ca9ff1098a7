import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { chosenPasswordFaults, type ChosenPassword } from '#shared/domains/account/rules.ts'
import { callGateway } from '#web/lib/http.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { LoginCard } from './login-card.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useGatewaySubmit } from './use-submit.ts'

/** The page behind the link of a password mail: sets a new password, then goes to the sign-in. */
export function ChoosePasswordForm({ token }: { token: string }) {
  const [value, setValue] = useState<ChosenPassword>({ password: '', repeated: '' })
  const [faults, setFaults] = useState<Partial<ChosenPassword>>({})
  const { submitting, failure, submit } = useGatewaySubmit()
  const navigate = useNavigate()
  const choose = async () => {
    const found = chosenPasswordFaults(value)
    setFaults(found)
    if (found.password ?? found.repeated) return
    const { password } = value
    if (!(await submit(() => callGateway('POST', '/session/password', { token, password })))) return
    toast.success(accountMessages.passwordChanged)
    void navigate(paths.login(), { replace: true })
  }
  return (
    <LoginCard
      failure={failure}
      submitting={submitting}
      label={accountMessages.savePassword}
      onSubmit={() => void choose()}
    >
      <NewPasswordFields value={value} onChange={setValue} faults={faults} autoFocus />
    </LoginCard>
  )
}
