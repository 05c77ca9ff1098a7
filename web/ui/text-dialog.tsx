import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'

export interface TextDialogProps {
  title: string
  label: string
  hint?: string
  type?: 'text' | 'email'
  /** Characters at most. */
  maxLength: number
  /** What the text may look like, as the hint says it. */
  pattern?: RegExp
  initial?: string
  confirmLabel: string
  open: boolean
  onClose(): void
  submitting: boolean
  /** The text, trimmed and not empty. */
  onSubmit(text: string): void
}

/** Asks for one text: a name, an e-mail address. Every opening starts from `initial`, or empty. */
export function TextDialog(props: TextDialogProps) {
  return <TextForm key={String(props.open)} {...props} />
}

function TextForm({
  label,
  hint,
  type = 'text',
  maxLength,
  pattern,
  initial = '',
  onSubmit,
  ...dialog
}: TextDialogProps) {
  const [text, setText] = useState(initial)
  const trimmed = text.trim()
  const isWrong = trimmed !== '' && pattern !== undefined && !pattern.test(trimmed)
  return (
    <FormDialog
      {...dialog}
      confirmDisabled={!trimmed || isWrong}
      onConfirm={() => onSubmit(trimmed)}
      size="sm"
    >
      <Field.Root required invalid={isWrong}>
        <Field.Label>{label}</Field.Label>
        <Input
          type={type}
          autoComplete="off"
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {hint && !isWrong && <Field.HelperText>{hint}</Field.HelperText>}
        {hint && <Field.ErrorText>{hint}</Field.ErrorText>}
      </Field.Root>
    </FormDialog>
  )
}
