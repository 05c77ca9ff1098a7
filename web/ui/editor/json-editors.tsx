import { Box } from '@chakra-ui/react'
import { Dialog } from '../dialog/dialog.tsx'
import { CodeEditor } from './code-editor.tsx'

/** An editor for a JSON value with its label above and, below, why the text is invalid. */
export function JsonField({
  label,
  text,
  onChange,
  reason,
  height = '260px',
  readOnly = false,
}: {
  label: string
  text: string
  onChange(text: string): void
  /** Null while the text is valid. */
  reason: string | null
  /** CSS height of the editor. */
  height?: string
  readOnly?: boolean
}) {
  return (
    <Box>
      <Box mb="1.5" fontWeight="medium">
        {label}
      </Box>
      <CodeEditor
        label={label}
        language="json"
        height={height}
        value={text}
        onChange={onChange}
        readOnly={readOnly}
      />
      <Box mt="1.5" _empty={{ display: 'none' }} color="danger" role="alert" overflowWrap="anywhere">
        {reason !== null && `Not valid JSON: ${reason}`}
      </Box>
    </Box>
  )
}

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
