import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Deletes what a page is about: asks first, then leads to `to`. `onGone` is called before it does, so that what was
 * edited on the page holds nobody back.
 */
export function DeleteButton({
  label,
  text,
  to,
  disabled,
  running,
  onConfirm,
  onGone,
}: {
  /** Of the button, of the dialog and of its confirmation. */
  label: string
  text: string
  to: string
  disabled: boolean
  running: boolean
  /** Answers whether it is deleted. */
  onConfirm(): Promise<boolean>
  onGone(): void
}) {
  const [open, setOpen] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const confirm = async () => {
    const done = await onConfirm()
    setOpen(false)
    if (!done) return
    onGone()
    setIsGone(true)
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
        submitting={running}
      />
      {isGone && <Navigate to={to} replace />}
    </>
  )
}
