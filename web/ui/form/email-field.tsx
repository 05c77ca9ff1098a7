import { Field, Input } from '@chakra-ui/react'
import { type Ref, useState } from 'react'
import { EMAIL_FAULT, emailPattern } from '#shared/lib/email.ts'

/** Whether a typed text can be sent as an e-mail address. */
export const isEmail = (text: string) => emailPattern.test(text.trim())

/**
 * A field for an e-mail address. Its fault is shown once the field was left or the form was sent (`checked`), not
 * while the address is being typed.
 */
export function EmailField({
  label,
  hint,
  value,
  checked,
  onChange,
  ref,
}: {
  label: string
  hint?: string | undefined
  value: string
  checked: boolean
  onChange(value: string): void
  ref?: Ref<HTMLInputElement>
}) {
  const [left, setLeft] = useState(false)
  const isWrong = (left || checked) && value.trim() !== '' && !isEmail(value)
  return (
    <Field.Root required invalid={isWrong}>
      <Field.Label>{label}</Field.Label>
      <Input
        ref={ref}
        type="email"
        autoComplete="off"
        maxLength={320}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      {hint && !isWrong && <Field.HelperText>{hint}</Field.HelperText>}
      <Field.ErrorText>{EMAIL_FAULT}</Field.ErrorText>
    </Field.Root>
  )
}
