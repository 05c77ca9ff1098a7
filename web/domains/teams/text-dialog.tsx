import { Field, Input } from '@chakra-ui/react'
import { useState } from 'react'
import { teamMessages } from '../../../shared/domains/teams/messages.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

export interface TextDialogProps {
  title: string
  confirmLabel: string
  open: boolean
  onClose(): void
  initial?: string
  /** The field takes an e-mail address, though it is labelled `Name` as well (spec section 2). */
  email?: boolean
  submitting: boolean
  /** The text, trimmed and not empty. */
  onSubmit(text: string): void
}

/** The one field `Name`, for New Team, Edit Team and New Member. Every opening starts from `initial`. */
export function TextDialog(props: TextDialogProps) {
  return <TextForm key={String(props.open)} {...props} />
}

function TextForm({
  title,
  confirmLabel,
  open,
  onClose,
  initial = '',
  email = false,
  submitting,
  onSubmit,
}: TextDialogProps) {
  const [text, setText] = useState(initial)
  const trimmed = text.trim()
  return (
    <FormDialog
      title={title}
      open={open}
      onClose={onClose}
      confirmLabel={confirmLabel}
      confirmDisabled={!trimmed}
      submitting={submitting}
      onConfirm={() => onSubmit(trimmed)}
      size="sm"
    >
      <Field.Root required>
        <Field.Label>{teamMessages.name}</Field.Label>
        <Input
          type={email ? 'email' : 'text'}
          autoComplete="off"
          maxLength={email ? 320 : 200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {email && <Field.HelperText>{teamMessages.emailHint}</Field.HelperText>}
      </Field.Root>
    </FormDialog>
  )
}
