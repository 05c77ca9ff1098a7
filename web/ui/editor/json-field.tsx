import { Box } from '@chakra-ui/react'
import { CodeEditor } from './code-editor.tsx'

/** An editor for a JSON value with its label above and, below, why the text is invalid. */
export function JsonField({
  label,
  text,
  onChange,
  reason,
  fault = null,
  height = '260px',
  readOnly = false,
}: {
  label: string
  text: string
  onChange(text: string): void
  /** Null while the text is valid. */
  reason: string | null
  /** What is wrong with a value that is valid JSON. */
  fault?: string | null
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
        {reason === null ? fault : `Not valid JSON: ${reason}`}
      </Box>
    </Box>
  )
}
