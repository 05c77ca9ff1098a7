import { DiffEditor } from '@monaco-editor/react'
import { editorOptions, useMonacoTheme } from './monaco-editor.tsx'

export interface MonacoDiffProps {
  left: string
  right: string
  language: 'json' | 'yaml' | 'plaintext'
  /** What is compared, for screen readers. */
  label: string
}

/** Monaco's editor of differences, to read; only `CodeDiff` imports it, lazily. */
export function MonacoDiff({ left, right, language, label }: MonacoDiffProps) {
  return (
    <DiffEditor
      height="100%"
      language={language}
      original={left}
      modified={right}
      theme={useMonacoTheme()}
      loading={null}
      options={{
        ...editorOptions,
        readOnly: true,
        domReadOnly: true,
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
