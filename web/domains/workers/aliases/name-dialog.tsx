import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog.tsx'

export interface NameDialogProps {
  title: string
  label: string
  hint?: string
  /** What a name may look like, said by the hint. */
  pattern?: RegExp
  confirmLabel: string
  open: boolean
  onClose(): void
  submitting: boolean
  /** The name, trimmed and not empty. */
  onSubmit(name: string): void
}

/** Asks for the name of something new. Every opening starts empty. */
export function NameDialog(props: NameDialogProps) {
  return <NameForm key={String(props.open)} {...props} />
}

function NameForm({
  title,
  label,
  hint,
  pattern,
  confirmLabel,
  open,
  onClose,
  submitting,
  onSubmit,
}: NameDialogProps) {
  const [text, setText] = useState('')
  const name = text.trim()
  const isWrong = pattern !== undefined && !pattern.test(name)
  return (
    <FormDialog
      title={title}
      open={open}
      onClose={onClose}
      confirmLabel={confirmLabel}
      confirmDisabled={!name || isWrong}
      submitting={submitting}
      onConfirm={() => onSubmit(name)}
      size="sm"
    >
      <Field.Root required invalid={isWrong}>
        <Field.Label>{label}</Field.Label>
        <Input
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {hint &&
          (isWrong ? <Field.ErrorText>{hint}</Field.ErrorText> : <Field.HelperText>{hint}</Field.HelperText>)}
      </Field.Root>
    </FormDialog>
  )
}
