import { Button, chakra } from '@chakra-ui/react'
import type { FormEvent, ReactNode } from 'react'
import { FormAlert } from './form-alert.tsx'

/**
 * A form of the sign-in card: the refusal, the fields, the submit button, and below it an alternative action.
 */
export function LoginCard({
  failure,
  submitting,
  label,
  onSubmit,
  children,
  other,
}: {
  failure: string | null
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
      <FormAlert text={failure} />
      {children}
      <Button type="submit" variant="solid" size="lg" width="full" loading={submitting}>
        {label}
      </Button>
      {other}
    </chakra.form>
  )
}
