import { CodeEditor } from './code-editor.tsx'
import { Dialog } from './dialog.tsx'

/** A value as JSON to read and to copy from. `value` is only asked for while the dialog is open. */
export function SourceDialog({
  title,
  label,
  open,
  onClose,
  value,
}: {
  title: string
  /** What is shown, for screen readers. */
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
