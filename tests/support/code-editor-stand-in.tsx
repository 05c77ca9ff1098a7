import type { CodeEditorProps } from '#web/ui/editor/code-editor.tsx'

export type { CodeEditorProps } from '#web/ui/editor/code-editor.tsx'

/** Takes the place of the editor in tests of screens: jsdom cannot measure text, which the real one needs. */
export const CodeEditor = ({ label, value, readOnly, onChange }: CodeEditorProps) => (
  <textarea
    aria-label={label}
    value={value}
    readOnly={readOnly}
    onChange={(event) => onChange?.(event.target.value)}
  />
)

export const EditorSkeleton = () => null
