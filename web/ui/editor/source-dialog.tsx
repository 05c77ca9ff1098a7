import { Dialog } from '../dialog/dialog.tsx'
import { CodeEditor } from './code-editor.tsx'

/** A dialog that shows a value as JSON. `value` is only called while the dialog is open. */
export function SourceDialog({
  title,
  label,
  open,
  onClose,
  value,
}: {
  title: string
  /** The content of the dialog, for screen readers. */
  label: string
  open: boolean
  onClose(): void
  value: () => unknown
}) {
  return (
    <Dialog title={title} open={open} onClose={onClose} size="xl">
      {open && (
        <CodeEditor
          language="json"
          readOnly
          height="min(64vh, 640px)"
          label={label}
          value={JSON.stringify(value(), null, 4)}
        />
      )}
    </Dialog>
  )
}
