import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Tells that somebody else has changed what is edited here since it was read, so that it was not saved, and offers to
 * load theirs. Closed without that, the edit stays as it is, to be copied or compared.
 */
export function ConflictDialog({
  what,
  open,
  onClose,
  onLoad,
}: {
  /** What is edited, as in `plan`. */
  what: string
  open: boolean
  onClose(): void
  /** Reads anew and lets the edit go. */
  onLoad(): void
}) {
  return (
    <ConfirmDialog
      title="Changed by somebody else"
      text={`Somebody else has changed this ${what} since you opened it, so yours was not saved. Loading theirs lets your changes go.`}
      open={open}
      onClose={onClose}
      onConfirm={onLoad}
      confirmLabel="Load theirs"
      danger
    />
  )
}
