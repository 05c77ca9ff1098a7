import { Button } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
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

/** The way to delete one row of a table. */
export function RowDelete({
  name,
  label = 'Delete',
  says = label,
  compact = false,
  disabled = false,
  onClick,
}: {
  /** Which row, for screen readers. */
  name: string
  /** The word beside the icon. */
  label?: string
  /** What is done, in full: for screen readers, and on hover where there is only the icon. */
  says?: string
  /** Only the icon, where a row has no room. */
  compact?: boolean
  disabled?: boolean
  onClick(): void
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      data-danger
      px={compact ? '1.5' : undefined}
      // Its word, not its padding, ends where the column ends.
      me={compact ? undefined : '-2.5'}
      aria-label={`${says}: ${name}`}
      title={compact ? says : undefined}
      disabled={disabled}
      onClick={onClick}
    >
      <Trash2 />
      {!compact && label}
    </Button>
  )
}
