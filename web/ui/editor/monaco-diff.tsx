import { DiffEditor } from '@monaco-editor/react'
import { useState } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { editorOptions, useMonacoTheme } from './monaco-setup.ts'

export interface MonacoDiffProps {
  left: string
  right: string
  language: 'json' | 'yaml' | 'plaintext'
  /** What is compared, for screen readers. */
  label: string
  /** Receives the right text where it can be edited; absent: both are to read. */
  onChange?: ((right: string) => void) | undefined
}

/** Monaco's editor of differences; only `CodeDiff` imports it, lazily. */
export function MonacoDiff({ left, right, language, label, onChange }: MonacoDiffProps) {
  const latest = useLatest(onChange)
  const isEdited = onChange !== undefined
  // The editor keeps what is typed: its text is given once.
  const [begun] = useState(right)
  return (
    <DiffEditor
      height="100%"
      language={language}
      original={left}
      modified={isEdited ? begun : right}
      // The library disposes the texts before the editor, which throws then: they are disposed here, after it.
      keepCurrentOriginalModel
      keepCurrentModifiedModel
      onMount={(editor) => {
        const models = editor.getModel()
        models?.modified.onDidChangeContent(() => latest.current?.(models.modified.getValue()))
        editor.onDidDispose(() =>
          queueMicrotask(() => {
            models?.original.dispose()
            models?.modified.dispose()
          }),
        )
      }}
      theme={useMonacoTheme()}
      loading={null}
      options={{
        ...editorOptions,
        readOnly: !isEdited,
        domReadOnly: !isEdited,
        originalAriaLabel: `${label}, left`,
        modifiedAriaLabel: `${label}, right`,
        renderSideBySide: true,
        useInlineViewWhenSpaceIsLimited: true,
        hideUnchangedRegions: { enabled: true },
        renderOverviewRuler: false,
        renderLineHighlight: 'none',
        ignoreTrimWhitespace: false,
      }}
    />
  )
}
