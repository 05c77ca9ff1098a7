import 'monaco-editor/esm/vs/editor/edcore.main.js'
import 'monaco-editor/esm/vs/basic-languages/csharp/csharp.contribution.js'
import 'monaco-editor/esm/vs/basic-languages/javascript/javascript.contribution.js'
import 'monaco-editor/esm/vs/language/json/monaco.contribution.js'
import 'monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js'
import Editor, { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml'
import { useEffect, useState, useSyncExternalStore } from 'react'
import YamlWorker from './yaml.worker.ts?worker'

let yaml: MonacoYaml | null = null

/**
 * Completes and explains YAML by a JSON schema, one at a time for all editors. Does not validate: the caller
 * reports errors by `marks`, because the server that stores the text decides, and two validators could
 * contradict each other.
 */
function setYamlSchema(schema: object): void {
  const schemas = [{ uri: 'console:schema', fileMatch: ['*'], schema: schema as JSONSchema }]
  const options = { validate: false, format: { enable: false }, enableSchemaRequest: false, schemas }
  if (yaml) void yaml.update(options)
  else yaml = configureMonacoYaml(monaco, options)
}

/** An error at a position of the text; lines and columns count from 1. */
export interface CodeMark {
  line: number
  column: number
  message: string
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
  /** An offset in characters to scroll to and to put the cursor on; another object does that again. */
  show?: { offset: number } | null
  /** Errors to underline; must be the same array while they do not change. */
  marks?: readonly CodeMark[]
  /** JSON Schema that completes and explains YAML; must be the same object for every render. */
  schema?: object
}

self.MonacoEnvironment = {
  getWorker(_, label) {
    if (label === 'json') return new JsonWorker()
    return label === 'yaml' ? new YamlWorker() : new EditorWorker()
  },
}
// Without this the loader would load Monaco from a public network.
loader.config({ monaco })

// Colours of the theme as hex values, because Monaco does not accept CSS variables.
monaco.editor.defineTheme('console-light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'keyword', foreground: '3744b8' },
    { token: 'string', foreground: '0b7a55' },
    { token: 'string.yaml', foreground: '0b7a55' },
    { token: 'number', foreground: '935000' },
    { token: 'comment', foreground: '626c7a' },
    { token: 'type', foreground: '6b5b95' },
    { token: 'string.key.json', foreground: '3744b8' },
    { token: 'string.value.json', foreground: '0b7a55' },
    { token: 'number.json', foreground: '935000' },
    { token: 'keyword.json', foreground: '6b5b95' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editor.foreground': '#14181f',
    'editorLineNumber.foreground': '#626c7a',
  },
})
monaco.editor.defineTheme('console-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'keyword', foreground: '9ca6ff' },
    { token: 'string', foreground: '4cc796' },
    { token: 'string.yaml', foreground: '4cc796' },
    { token: 'number', foreground: 'f0a94b' },
    { token: 'comment', foreground: '8b97a8' },
    { token: 'type', foreground: 'b5a4e6' },
    { token: 'string.key.json', foreground: '9ca6ff' },
    { token: 'string.value.json', foreground: '4cc796' },
    { token: 'number.json', foreground: 'f0a94b' },
    { token: 'keyword.json', foreground: 'b5a4e6' },
  ],
  colors: {
    'editor.background': '#151a21',
    'editor.foreground': '#e8ecf2',
    'editorLineNumber.foreground': '#8b97a8',
  },
})

function subscribeToScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** The editor's theme for the colour scheme of the page. */
export function useMonacoTheme(): string {
  const dark = useSyncExternalStore(subscribeToScheme, () =>
    document.documentElement.classList.contains('dark'),
  )
  return dark ? 'console-dark' : 'console-light'
}

/** What every editor has in common. */
export const editorOptions = {
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 12,
  lineHeight: 18,
  padding: { top: 10, bottom: 10 },
  overviewRulerLanes: 0,
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false },
} as const

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
  hint,
}: MonacoEditorProps & {
  /** The text that a screen reader reads after the label. */
  hint: string | undefined
}) {
  const theme = useMonacoTheme()
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor | null>(null)
  useEffect(() => {
    const position = show && editor?.getModel()?.getPositionAt(show.offset)
    if (!editor || !position) return
    editor.revealPositionInCenter(position)
    editor.setPosition(position)
    editor.focus()
  }, [editor, show])
  useEffect(() => {
    const field = editor?.getDomNode()?.querySelector('textarea')
    if (hint) field?.setAttribute('aria-description', hint)
  }, [editor, hint])
  useEffect(() => {
    if (schema) setYamlSchema(schema)
  }, [schema])
  useEffect(() => {
    const model = editor?.getModel()
    if (model) monaco.editor.setModelMarkers(model, 'console', (marks ?? []).map(markerOf(model)))
  }, [editor, marks])
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
      }}
    />
  )
}

/** Marks the rest of the line from the error on; the whole line for an error at its end. */
const markerOf =
  (model: monaco.editor.ITextModel) =>
  ({ line, column, message }: CodeMark): monaco.editor.IMarkerData => {
    const startLineNumber = Math.min(line, model.getLineCount())
    const endColumn = model.getLineMaxColumn(startLineNumber)
    const startColumn =
      column < endColumn ? column : model.getLineFirstNonWhitespaceColumn(startLineNumber) || 1
    const range = { startLineNumber, startColumn, endLineNumber: startLineNumber, endColumn }
    return { ...range, message, severity: monaco.MarkerSeverity.Error }
  }
