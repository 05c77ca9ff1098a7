import { Field, Input } from '@chakra-ui/react'
import { accountMessages } from '#shared/domains/account/messages.ts'
import type { ChosenPassword } from '#shared/domains/account/rules.ts'

/** A new password, typed twice; each fault is shown beside its field. */
export function NewPasswordFields({
  value,
  onChange,
  faults,
  autoFocus = false,
}: {
  value: ChosenPassword
  onChange(value: ChosenPassword): void
  faults: Partial<ChosenPassword>
  autoFocus?: boolean
}) {
  return (
    <>
      <Field.Root invalid={Boolean(faults.password)}>
        <Field.Label>{accountMessages.newPassword}</Field.Label>
        <Input
          type="password"
          name="new-password"
          autoComplete="new-password"
          autoFocus={autoFocus}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
        {faults.password ? (
          <Field.ErrorText>{faults.password}</Field.ErrorText>
        ) : (
          <Field.HelperText>{accountMessages.passwordShort}</Field.HelperText>
        )}
      </Field.Root>
      <Field.Root invalid={Boolean(faults.repeated)}>
        <Field.Label>{accountMessages.repeatPassword}</Field.Label>
        <Input
          type="password"
          name="repeat-password"
          autoComplete="new-password"
          value={value.repeated}
          onChange={(event) => onChange({ ...value, repeated: event.target.value })}
        />
        <Field.ErrorText>{faults.repeated}</Field.ErrorText>
      </Field.Root>
    </>
  )
}
