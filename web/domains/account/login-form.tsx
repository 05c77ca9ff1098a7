import { Button, Field, Input } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { credentialFaults, type CredentialFaults } from '#shared/domains/account/rules.ts'
import { LoginCard, useGatewaySubmit } from './gateway-form.tsx'

/** The sign-in form with e-mail and password. Faults are shown beside their fields until the next attempt. */
export function LoginForm({
  initialEmail = '',
  notice,
  onSignIn,
  other,
}: {
  initialEmail?: string
  /** Why the user has to sign in, shown above the fields until the first attempt. */
  notice?: string | undefined
  onSignIn(email: string, password: string): Promise<void>
  /** The alternative action; it receives the e-mail that is typed so far. */
  other: { label: string; onClick(email: string): void }
}) {
  const [email, setEmail] = useState(initialEmail)
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
      notice={notice}
      submitting={submitting}
      label={accountMessages.signIn}
      onSubmit={() => void signIn()}
      other={
        <Button type="button" variant="ghost" color="ink.2" onClick={() => other.onClick(email.trim())}>
          {other.label}
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
          autoFocus={initialEmail === ''}
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
          autoFocus={initialEmail !== ''}
          // The focus of a dialog that contains the form.
          data-autofocus={initialEmail !== '' || undefined}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Field.ErrorText>{faults.password}</Field.ErrorText>
      </Field.Root>
    </LoginCard>
  )
}
