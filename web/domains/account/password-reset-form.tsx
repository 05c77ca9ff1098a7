import { Box, Button, Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { callGateway } from '#web/lib/http.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { LoginCard } from './login-card.tsx'
import { useGatewaySubmit } from './use-submit.ts'

/** Password reset: requests a link by mail. The answer does not reveal whether the address has a user. */
export function PasswordResetForm({ initial, onDone }: { initial: string; onDone(): void }) {
  const [email, setEmail] = useState(initial)
  const [fault, setFault] = useState<string | undefined>()
  const { submitting, failure, submit } = useGatewaySubmit()
  const ask = async () => {
    const address = email.trim()
    setFault(address ? undefined : accountMessages.emailMissing)
    if (!address) return
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
