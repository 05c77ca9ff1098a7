import { Box, Skeleton } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import type { MonacoEditorProps } from './monaco-editor.tsx'

export interface CodeEditorProps extends MonacoEditorProps {
  /** CSS height; 360px when left out. */
  height?: string
}

// The editor has 3 MB, and is loaded when the first one is shown.
const Monaco = lazy(() => import('./monaco-editor.tsx').then((module) => ({ default: module.MonacoEditor })))

/** The effect of Tab in an editor, for users who need a key to leave it. macOS reserves Ctrl+M. */
const TAB_HINT = `${/Mac/.test(navigator.userAgent) ? 'Ctrl+Shift+M' : 'Ctrl+M'}: Tab leaves the editor, or indents again`

/** The editor for definitions, states and code; while it has the focus it shows how Tab leaves it. */
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

/** The placeholder of an editor that is loading. */
export function EditorSkeleton() {
  return (
    <Box p="3.5" display="grid" gap="2.5" aria-busy aria-label="Loading editor" role="status">
      {[30, 55, 45, 60, 20].map((width) => (
        <Skeleton key={width} height="3" width={`${width}%`} />
      ))}
    </Box>
  )
}
