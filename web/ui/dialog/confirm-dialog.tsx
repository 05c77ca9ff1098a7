import { Box, Button, Dialog as ChakraDialog } from '@chakra-ui/react'
import { useRef, useState, type ReactNode } from 'react'
import { IfMayChange } from '#web/lib/rights.tsx'
import { DialogFrame } from './dialog.tsx'

/** Asks before an action that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog({
  title,
  text,
  subject,
  impact,
  open,
  onClose,
  onConfirm,
  confirmLabel,
  danger = false,
  submitting = false,
}: {
  title: string
  text: ReactNode
  /** The name of the affected object, where the text does not contain it. */
  subject?: string | undefined
  /** What uses the object, below the question. */
  impact?: ReactNode
  open: boolean
  onClose(): void
  onConfirm(): void
  confirmLabel: string
  danger?: boolean
  submitting?: boolean
}) {
  const harmless = useRef<HTMLButtonElement>(null)
  const footer = (
    <>
      <Button ref={harmless} onClick={onClose} disabled={submitting}>
        Cancel
      </Button>
      <Button variant="solid" data-danger={danger || undefined} onClick={onConfirm} loading={submitting}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <DialogFrame
      title={title}
      open={open}
      onClose={onClose}
      size="sm"
      role="alertdialog"
      initialFocus={harmless}
      closable={!submitting}
      footer={footer}
    >
      <ChakraDialog.Body>
        <ChakraDialog.Description color="ink.2">{text}</ChakraDialog.Description>
        {subject && (
          <Box mt="2" fontWeight="medium" overflowWrap="anywhere">
            {subject}
          </Box>
        )}
        {impact}
      </ChakraDialog.Body>
    </DialogFrame>
  )
}

/** A button that deletes the page's object after a confirmation: red text without a frame, since it is seldom pressed. */
export function DeleteButton({
  label,
  text,
  subject,
  impact,
  disabled = false,
  submitting,
  onConfirm,
}: {
  /** The text of the button, of the title of the dialog and of its confirmation. */
  label: string
  text: string
  /** What is deleted with the object. */
  subject?: string | undefined
  /** What uses it. */
  impact?: ReactNode
  disabled?: boolean
  submitting: boolean
  /** Resolves when the object is deleted, or when that has failed and was reported. */
  onConfirm(): Promise<unknown>
}) {
  const [open, setOpen] = useState(false)
  const confirm = async () => {
    await onConfirm()
    setOpen(false)
  }
  return (
    <IfMayChange>
      <Button variant="ghost" color="danger" data-danger disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={text}
        subject={subject}
        impact={impact}
        confirmLabel={label}
        danger
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void confirm()}
        submitting={submitting}
      />
    </IfMayChange>
  )
}
