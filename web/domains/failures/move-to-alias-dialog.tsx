import { lazy, Suspense } from 'react'
import { loadPart } from '#web/lib/parts/load-part.ts'
import type { MoveDialogProps } from './move/moving.ts'

// Loaded lazily: few tasks are moved, and the dialog is heavy.
const MoveDialog = lazy(async () => ({
  default: (await loadPart(() => import('./move/move-dialog.tsx'))).MoveDialog,
}))

/**
 * Chooses another alias for the tasks of a failure, or for failed tasks of one type, and which of them move. Restarts
 * nothing itself: `onMove` is `restart` of `useHeldRestart`. Mounted while it is open; closes itself by `onClose`.
 */
export function MoveToAliasDialog(props: MoveDialogProps) {
  return (
    <Suspense>
      <MoveDialog {...props} />
    </Suspense>
  )
}
