import { Button, Dialog as ChakraDialog } from '@chakra-ui/react'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { DialogFrame, type DialogSize } from './dialog-frame.tsx'

/** A dialog with a real form: Enter submits it, Escape closes it, focus returns to the button that opened it. */
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
  /** The field that has the focus first; the first one when left out. */
  initialFocus?: RefObject<HTMLElement | null>
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A portal's events bubble through React's tree: a form around the dialog must not be submitted too.
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
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <ChakraDialog.Body display="flex" flexDirection="column" gap="4" asChild>
          <fieldset disabled={submitting}>{children}</fieldset>
        </ChakraDialog.Body>
        <ChakraDialog.Footer>
          <Button onClick={onClose} disabled={submitting}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" disabled={confirmDisabled} loading={submitting}>
            {confirmLabel}
          </Button>
        </ChakraDialog.Footer>
      </form>
    </DialogFrame>
  )
}
