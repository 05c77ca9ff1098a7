import { Button, Field, Input } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { credentialFaults, type CredentialFaults } from '#shared/domains/account/rules.ts'
import { LoginCard, useGatewaySubmit } from './gateway-form.tsx'

/** The sign-in form with e-mail and password. Faults are shown beside their fields until the next attempt. */
export function LoginForm({
  onSignIn,
  onForgotten,
}: {
  onSignIn(email: string, password: string): Promise<void>
  /** The user has forgotten the password; `email` is what is typed so far. */
  onForgotten(email: string): void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<CredentialFaults>({})
  const { submitting, failure, clear, submit } = useGatewaySubmit()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const signIn = async () => {
    const found = credentialFaults({ email, password })
    setFaults(found)
    clear()
    if (found.email) return emailField.current?.focus()
    if (found.password) return passwordField.current?.focus()
    if (!(await submit(() => onSignIn(email.trim(), password)))) passwordField.current?.select()
  }

  return (
    <LoginCard
      failure={failure}
      submitting={submitting}
      label={accountMessages.signIn}
      onSubmit={() => void signIn()}
      other={
        <Button type="button" variant="ghost" color="ink.2" onClick={() => onForgotten(email.trim())}>
          {accountMessages.forgotPassword}
        </Button>
      }
    >
      <Field.Root invalid={Boolean(faults.email)}>
        <Field.Label>{accountMessages.email}</Field.Label>
        <Input
          ref={emailField}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field.ErrorText>{faults.email}</Field.ErrorText>
      </Field.Root>
      <Field.Root invalid={Boolean(faults.password)}>
        <Field.Label>{accountMessages.password}</Field.Label>
        <Input
          ref={passwordField}
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Field.ErrorText>{faults.password}</Field.ErrorText>
      </Field.Root>
    </LoginCard>
  )
}
