import 'monaco-editor/esm/vs/editor/edcore.main.js'
import 'monaco-editor/esm/vs/basic-languages/csharp/csharp.contribution.js'
import 'monaco-editor/esm/vs/basic-languages/javascript/javascript.contribution.js'
import 'monaco-editor/esm/vs/language/json/monaco.contribution.js'
import 'monaco-editor/esm/vs/basic-languages/yaml/yaml.contribution.js'
import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import { useSyncExternalStore } from 'react'
import YamlWorker from './yaml.worker.ts?worker'

self.MonacoEnvironment = {
  getWorker(_, label) {
    if (label === 'json') return new JsonWorker()
    return label === 'yaml' ? new YamlWorker() : new EditorWorker()
  },
}
// Work that ends with its editor, such as a validation under way, is rejected with this error, which reports no fault.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error && event.reason.name === 'Canceled') event.preventDefault()
})
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
    'editorBracketHighlight.foreground1': '#3744b8',
    'editorBracketHighlight.foreground2': '#0b7a55',
    'editorBracketHighlight.foreground3': '#935000',
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
    'editorBracketHighlight.foreground1': '#9ca6ff',
    'editorBracketHighlight.foreground2': '#4cc796',
    'editorBracketHighlight.foreground3': '#f0a94b',
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
  fontFamily: "'JetBrains Mono', monospace",
  fontSize: 12,
  lineHeight: 18,
  padding: { top: 10, bottom: 10 },
  overviewRulerLanes: 0,
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 8, horizontalScrollbarSize: 8 },
} as const
