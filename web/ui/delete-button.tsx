import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** The button that deletes what a page is about, once that has been confirmed. */
export function DeleteButton({
  label,
  text,
  disabled = false,
  submitting,
  onConfirm,
}: {
  /** Of the button, of the dialog and of its confirmation. */
  label: string
  text: string
  disabled?: boolean
  submitting: boolean
  /** Resolves when it is done, or when it has failed and that has been told. */
  onConfirm(): Promise<unknown>
}) {
  const [open, setOpen] = useState(false)
  const confirm = async () => {
    await onConfirm()
    setOpen(false)
  }
  return (
    <>
      <Button data-danger disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={label}
        text={text}
        confirmLabel={label}
        danger
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void confirm()}
        submitting={submitting}
      />
    </>
  )
}
