import { Button, chakra, Dialog as ChakraDialog, Field, Input } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { EmailField, isEmail } from '../form/email-field.tsx'
import { DraftKeeper } from './draft-keeper.tsx'
import { DialogFrame, type DialogSize } from './dialog.tsx'

/**
 * A dialog with a form: Enter submits it, Ctrl Enter from anywhere in it, Escape closes it, the focus returns to the button that opened it.
 */
export function FormDialog({
  title,
  open,
  onClose,
  confirmLabel,
  onConfirm,
  confirmDisabled = false,
  submitting = false,
  children,
  size,
  initialFocus,
}: {
  title: string
  open: boolean
  onClose(): void
  confirmLabel: string
  onConfirm(): void
  confirmDisabled?: boolean
  submitting?: boolean
  children: ReactNode
  size?: DialogSize
  /** The field with the initial focus; the first one by default. */
  initialFocus?: RefObject<HTMLElement | null>
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events of a portal bubble through React's tree: they must not submit a form around the dialog.
    event.stopPropagation()
    if (!confirmDisabled && !submitting) onConfirm()
  }
  return (
    <DialogFrame
      title={title}
      open={open}
      onClose={onClose}
      size={size}
      closable={!submitting}
      initialFocus={initialFocus}
    >
      <form
        onSubmit={submit}
        // Before an editor inside takes the keys.
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.requestSubmit()
        }}
        noValidate
        style={{ display: 'contents' }}
      >
        <ChakraDialog.Body minH="0" overflowY="auto">
          <chakra.fieldset disabled={submitting} minW="0" display="flex" flexDirection="column" gap="4">
            {children}
          </chakra.fieldset>
        </ChakraDialog.Body>
        <ChakraDialog.Footer>
          <Button onClick={onClose} disabled={submitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="solid"
            disabled={confirmDisabled}
            loading={submitting}
            // The second half of a double click: by then the button may say something else, or the form has been sent.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {confirmLabel}
          </Button>
        </ChakraDialog.Footer>
      </form>
    </DialogFrame>
  )
}

export interface TextDialogProps {
  title: string
  label: string
  hint?: string
  type?: 'text' | 'email'
  /** Maximum number of characters. */
  maxLength: number
  /** The allowed texts, as the hint describes them. */
  pattern?: RegExp
  initial?: string
  /** The version of the stored text that is edited, for the detection of a conflict. */
  version?: number | null
  confirmLabel: string
  open: boolean
  onClose(): void
  submitting: boolean
  /** Receives the text, trimmed and not empty, and the version that the edit is based on. */
  onSubmit(text: string, version: number | null): void
}

/** Asks for one text: a name, an e-mail address. Starts from `initial`, or empty, each time it opens. */
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
  version = null,
  onSubmit,
  ...dialog
}: TextDialogProps) {
  const [text, setText] = useState(initial)
  const [base, setBase] = useState(version)
  const [checked, setChecked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const trimmed = text.trim()
  const isWrong = trimmed !== '' && pattern !== undefined && !pattern.test(trimmed)
  const confirm = () => {
    setChecked(true)
    if (type === 'email' && !isEmail(trimmed)) field.current?.focus()
    else onSubmit(trimmed, base)
  }
  return (
    <FormDialog {...dialog} confirmDisabled={!trimmed || isWrong} onConfirm={confirm} size="sm">
      <DraftKeeper
        inDialog
        form={dialog.title}
        values={{ text, base }}
        dirty={text !== initial}
        onRestore={(left) => {
          setText(left.text)
          setBase(left.base)
        }}
      />
      {type === 'email' ? (
        <EmailField ref={field} label={label} hint={hint} value={text} checked={checked} onChange={setText} />
      ) : (
        <Field.Root required invalid={isWrong}>
          <Field.Label>{label}</Field.Label>
          <Input
            autoComplete="off"
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {hint && !isWrong && <Field.HelperText>{hint}</Field.HelperText>}
          {hint && <Field.ErrorText>{hint}</Field.ErrorText>}
        </Field.Root>
      )}
    </FormDialog>
  )
}
