import { Field, Input } from '@chakra-ui/react'

/** A required text field with its fault. */
export function TextField({
  label,
  value,
  fault,
  inputMode,
  onChange,
}: {
  label: string
  value: string
  fault: string | undefined
  inputMode?: 'numeric'
  onChange(value: string): void
}) {
  return (
    <Field.Root required invalid={fault !== undefined}>
      <Field.Label>{label}</Field.Label>
      <Input
        value={value}
        maxLength={200}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        fontVariantNumeric="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
      <Field.ErrorText>{fault}</Field.ErrorText>
    </Field.Root>
  )
}
