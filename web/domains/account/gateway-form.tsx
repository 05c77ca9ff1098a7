import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { Info, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { reasonOf } from '#web/ui/feedback/error-text.ts'

/**
 * State of a form that calls the gateway directly: whether an answer is pending, and why the last call was
 * refused. `submit` resolves to true on success, and does nothing while a call is pending.
 */
export function useGatewaySubmit() {
  const [submitting, setSubmitting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const clear = () => setFailure(null)
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (submitting) return false
    clear()
    setSubmitting(true)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(reasonOf(error))
      return false
    } finally {
      setSubmitting(false)
    }
  }
  return { submitting, failure, clear, submit }
}

/** Why the gateway refused a form, shown above its fields; renders nothing without a reason. */
export function FormAlert({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Flex role="alert" gap="2" p="2.5" borderRadius="md" bg="danger.soft" color="danger">
      <Box lineHeight="0" pt="0.5" flexShrink={0} aria-hidden>
        <TriangleAlert size={16} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {text}
      </Box>
    </Flex>
  )
}

/** Why the user sees the sign-in card; renders nothing without a reason. */
export function SignInNotice({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Flex role="status" gap="2" p="2.5" borderRadius="md" bg="accent.soft" color="ink">
      <Box lineHeight="0" pt="0.5" flexShrink={0} color="accent" aria-hidden>
        <Info size={16} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {text}
      </Box>
    </Flex>
  )
}

/**
 * A form of the sign-in card: the refusal, the fields, the submit button, and below it an alternative action.
 */
export function LoginCard({
  failure,
  notice,
  submitting,
  label,
  onSubmit,
  children,
  other,
}: {
  failure: string | null
  notice?: string | undefined
  submitting: boolean
  label: string
  onSubmit(): void
  children: ReactNode
  other?: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <chakra.form onSubmit={submit} noValidate display="flex" flexDirection="column" gap="4">
      {failure === null && <SignInNotice text={notice} />}
      <FormAlert text={failure} />
      {children}
      <Button type="submit" variant="solid" size="lg" width="full" loading={submitting}>
        {label}
      </Button>
      {other}
    </chakra.form>
  )
}
