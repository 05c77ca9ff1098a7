import Editor from '@monaco-editor/react'
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import { useEffect, useImperativeHandle, useState, type Ref } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import type { Complete } from './completions.ts'
import { setCompletion, setSchema } from './monaco-language.ts'
import { setMarks, type CodeMark } from './monaco-marks.ts'
import { editorOptions, useMonacoTheme } from './monaco-setup.ts'

/** What a page may ask an editor to do. */
export interface EditorActions {
  /** Formats the text, as its key does. */
  format(): void
}

export interface MonacoEditorProps {
  value: string
  onChange?: (value: string) => void
  language: 'json' | 'javascript' | 'csharp' | 'yaml' | 'plaintext'
  readOnly?: boolean
  /** The edited content, for screen readers. */
  label: string
  /** Spaces per level of indentation; 4 by default. */
  tabSize?: number
  /** An offset in characters to scroll to and to put the cursor on, or to select from; another object does that again. */
  show?: { offset: number; length?: number } | null
  /** Problems to underline; must be the same array while they do not change. */
  marks?: readonly CodeMark[]
  /** JSON Schema that completes and explains YAML or JSON; must be the same object for every render. */
  schema?: object | undefined
  /** Proposes values in JSON. */
  complete?: Complete
  /** Receives the offset of the cursor. */
  onCaret?: (offset: number) => void
  actions?: Ref<EditorActions>
}

/** The Monaco editor with its workers; only `CodeEditor` imports it, lazily. */
export function MonacoEditor({
  value,
  onChange,
  language,
  readOnly = false,
  label,
  tabSize = 4,
  show = null,
  marks,
  schema,
  complete,
  onCaret,
  actions,
  hint,
}: MonacoEditorProps & {
  /** The text that a screen reader reads after the label. */
  hint: string | undefined
}) {
  const theme = useMonacoTheme()
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null)
  useEffect(() => showPart(editor, show), [editor, show])
  useEffect(() => {
    const field = editor?.getDomNode()?.querySelector('textarea')
    if (hint) field?.setAttribute('aria-description', hint)
  }, [editor, hint])
  useEffect(() => {
    const model = editor?.getModel()
    if (schema && model) setSchema(schema, model)
  }, [editor, schema])
  useEffect(() => {
    const model = editor?.getModel()
    if (complete && model) setCompletion(model, complete)
  }, [editor, complete])
  useEffect(() => {
    const model = editor?.getModel()
    if (model) setMarks(model, marks ?? [])
  }, [editor, marks])
  useCaret(editor, onCaret)
  useImperativeHandle(
    actions,
    () => ({ format: () => void editor?.getAction('editor.action.formatDocument')?.run() }),
    [editor],
  )
  return (
    <Editor
      height="100%"
      language={language}
      value={value}
      theme={theme}
      onChange={(next) => onChange?.(next ?? '')}
      onMount={setEditor}
      loading={null}
      options={{
        ...editorOptions,
        ariaLabel: label,
        readOnly,
        domReadOnly: readOnly,
        tabSize,
        insertSpaces: true,
        detectIndentation: false,
        renderLineHighlight: readOnly ? 'none' : 'line',
        ...(complete && proposing),
      }}
    />
  )
}

/** Proposals also in texts, and none from the words of the text. */
const proposing = { quickSuggestions: { strings: true }, wordBasedSuggestions: 'off' } as const

/** Scrolls to a part of the text and selects it, with the cursor at its beginning. */
function showPart(
  editor: monaco.editor.IStandaloneCodeEditor | null,
  show: { offset: number; length?: number } | null,
): void {
  const model = editor?.getModel()
  if (!editor || !model || !show) return
  const [start, end] = [show.offset, show.offset + (show.length ?? 0)].map((at) => model.getPositionAt(at))
  if (!start || !end) return
  editor.setSelection(monaco.Selection.fromPositions(end, start))
  if (show.length) editor.revealRangeNearTop(monaco.Range.fromPositions(start, end))
  else editor.revealPositionInCenter(start)
  editor.focus()
}

function useCaret(
  editor: monaco.editor.IStandaloneCodeEditor | null,
  onCaret: ((offset: number) => void) | undefined,
): void {
  const latest = useLatest(onCaret)
  useEffect(() => {
    const listening = editor?.onDidChangeCursorPosition(({ position }) => {
      const model = editor.getModel()
      if (model) latest.current?.(model.getOffsetAt(position))
    })
    return () => listening?.dispose()
  }, [editor, latest])
}
