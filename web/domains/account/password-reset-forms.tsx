import { Box, Button, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { type ChosenPassword, chosenPasswordFaults } from '#shared/domains/account/rules.ts'
import { EMAIL_FAULT } from '#shared/lib/email.ts'
import { callGateway } from '#web/lib/http.ts'
import { paths } from '#web/paths.ts'
import { isEmail } from '#web/ui/form/email-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { LoginCard, useGatewaySubmit } from './gateway-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** Password reset: requests a link by mail. The answer does not reveal whether the address has a user. */
export function PasswordResetForm({ initial, onDone }: { initial: string; onDone(): void }) {
  const [email, setEmail] = useState(initial)
  const [fault, setFault] = useState<string | undefined>()
  const { submitting, failure, submit } = useGatewaySubmit()
  const ask = async () => {
    const address = email.trim()
    const found = address ? (isEmail(address) ? undefined : EMAIL_FAULT) : accountMessages.emailMissing
    setFault(found)
    if (found) return
    if (!(await submit(() => callGateway('POST', '/session/password-reset', { email: address })))) return
    toast.info(accountMessages.resetSent)
    onDone()
  }
  return (
    <LoginCard
      failure={failure}
      submitting={submitting}
      label={accountMessages.sendLink}
      onSubmit={() => void ask()}
      other={
        <Button type="button" variant="ghost" color="ink.2" onClick={onDone}>
          {accountMessages.backToSignIn}
        </Button>
      }
    >
      <Box color="ink.2">{accountMessages.resetText}</Box>
      <Field.Root invalid={Boolean(fault)}>
        <Field.Label>{accountMessages.email}</Field.Label>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field.ErrorText>{fault}</Field.ErrorText>
      </Field.Root>
    </LoginCard>
  )
}

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
