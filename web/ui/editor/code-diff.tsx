import { Box } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { EditorSkeleton } from './code-editor.tsx'
import type { MonacoDiffProps } from './monaco-diff.tsx'

const Monaco = lazy(() => import('./monaco-diff.tsx').then((module) => ({ default: module.MonacoDiff })))

/** Two texts with their differing lines, side by side where there is room. The editor is loaded when the first one is shown. */
export function CodeDiff({ height = '420px', ...props }: MonacoDiffProps & { height?: string }) {
  return (
    <Box role="group" aria-label={props.label} height={height} overflow="hidden" bg="surface">
      <Suspense fallback={<EditorSkeleton />}>
        <Monaco {...props} />
      </Suspense>
    </Box>
  )
}
