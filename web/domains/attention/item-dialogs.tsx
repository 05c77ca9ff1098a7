import { lazy, Suspense } from 'react'
import { MoveToAliasDialog } from '#web/domains/failures/move-to-alias-dialog.tsx'
import type { HeldRestarts } from '#web/domains/failures/use-held-restart.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import type { AskingDeed } from './item-actions.ts'

// Loaded lazily: an incident is read before it is acted on.
const RestartDialog = lazy(async () => ({
  default: (await loadPart(() => import('#web/domains/failures/restart-dialog.tsx'))).RestartDialog,
}))
const CancelDialog = lazy(async () => ({
  default: (await loadPart(() => import('./cancel-dialog.tsx'))).CancelDialog,
}))

/** What an action of an item asks before it is done. */
export function ItemDialogs({
  asked: { sentence, deed },
  restart,
  onClose,
}: {
  asked: { sentence: string; deed: AskingDeed }
  restart: HeldRestarts['restart']
  onClose(): void
}) {
  if (deed.do === 'move') return <MoveToAliasDialog work={deed.work} onMove={restart} onClose={onClose} />
  return (
    <Suspense>
      {deed.do === 'restart' ? (
        <RestartDialog title={sentence} failureId={deed.groupId} onRestart={restart} onClose={onClose} />
      ) : (
        <CancelDialog sentence={sentence} workqueueId={deed.workqueueId} onClose={onClose} />
      )}
    </Suspense>
  )
}
