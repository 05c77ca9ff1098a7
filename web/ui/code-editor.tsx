import { Box, Skeleton } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'

/** A fault at a place of the text; lines and columns count from 1. */
export interface CodeMark {
  line: number
  column: number
  message: string
}

export interface CodeEditorProps {
  value: string
  onChange?: (value: string) => void
  language: 'json' | 'javascript' | 'csharp' | 'yaml' | 'plaintext'
  readOnly?: boolean
  /** CSS height; 360px when left out. */
  height?: string
  /** What is edited, for screen readers. */
  label: string
  /** Spaces per step of indentation; 4 when left out. */
  tabSize?: number
  /** A place of the text, in characters, to bring into view with the cursor on it; another object goes there again. */
  show?: { offset: number } | null
  /** Faults to be underlined; the same list stays as it is. */
  marks?: readonly CodeMark[]
  /** JSON Schema by which YAML is completed and explained; the same object, not a new one each time. */
  schema?: object
}

// 3 MB of editor: fetched when the first editor is shown, never with a page.
const Monaco = lazy(() =>
  import('./code-editor-monaco.tsx').then((module) => ({ default: module.MonacoEditor })),
)

/** What Tab does in an editor, for those who have no other key to leave it. A Mac keeps Ctrl+M for itself. */
const TAB_HINT = `${/Mac/.test(navigator.userAgent) ? 'Ctrl+Shift+M' : 'Ctrl+M'}: Tab leaves the editor, or indents again`

/** The editor for definitions, states and code; while it has the focus it tells how Tab leads out of it. */
export function CodeEditor({ height = '360px', ...props }: CodeEditorProps) {
  return (
    <Box
      position="relative"
      height={height}
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      overflow="hidden"
      bg="surface"
      _focusWithin={{ outline: '2px solid {colors.accent}', outlineOffset: '-1px' }}
    >
      <Suspense fallback={<EditorSkeleton />}>
        <Monaco {...props} hint={props.readOnly ? undefined : TAB_HINT} />
      </Suspense>
      {!props.readOnly && (
        <Box
          aria-hidden
          display="none"
          css={{ ':focus-within > &': { display: 'block' } }}
          position="absolute"
          bottom="1"
          insetEnd="4"
          px="1.5"
          bg="surface"
          color="ink.3"
          textStyle="xs"
          borderRadius="sm"
          pointerEvents="none"
        >
          {TAB_HINT}
        </Box>
      )}
    </Box>
  )
}

function EditorSkeleton() {
  return (
    <Box p="3.5" display="grid" gap="2.5" aria-busy aria-label="Loading editor" role="status">
      {[30, 55, 45, 60, 20].map((width) => (
        <Skeleton key={width} height="3" width={`${width}%`} />
      ))}
    </Box>
  )
}
