import { Box, Button, chakra, Field, Flex, Input } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { accountMessages } from '../../../shared/domains/account/messages.ts'
import { credentialFaults, type CredentialFaults } from '../../../shared/domains/account/rules.ts'
import { reasonOf } from '../../ui/fail-text.ts'

/** The legacy form: e-mail and password. What is wrong stands beside it and stays until the next try. */
export function LoginForm({ onSignIn }: { onSignIn(email: string, password: string): Promise<void> }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<CredentialFaults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    const found = credentialFaults({ email, password })
    setFaults(found)
    setFailure(null)
    if (found.email) return emailField.current?.focus()
    if (found.password) return passwordField.current?.focus()
    setSubmitting(true)
    try {
      await onSignIn(email.trim(), password)
    } catch (error) {
      setFailure(reasonOf(error))
      passwordField.current?.select()
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <chakra.form
      onSubmit={(event) => void submit(event)}
      noValidate
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {failure && (
        <Flex role="alert" gap="2" p="2.5" borderRadius="md" bg="danger.soft" color="danger">
          <Box lineHeight="0" pt="0.5" flexShrink={0} aria-hidden>
            <TriangleAlert size={16} />
          </Box>
          {failure}
        </Flex>
      )}
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
      <Button type="submit" variant="solid" size="lg" width="full" loading={submitting}>
        {accountMessages.signIn}
      </Button>
    </chakra.form>
  )
}
