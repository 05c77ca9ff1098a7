import { MoveToAliasDialog } from '#web/domains/failures/move-to-alias-dialog.tsx'
import { RestartDialog } from '#web/domains/failures/restart-dialog.tsx'
import type { HeldRestarts } from '#web/domains/failures/use-held-restart.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { AskingDeed } from './item-actions.ts'

// Loaded lazily: an incident is read before it is acted on.
const CancelDialog = lazyPart(
  async () => (await import('./cancel-dialog.tsx')).CancelDialog,
  () => null,
)

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
  if (deed.do === 'restart')
    return <RestartDialog title={sentence} failureId={deed.groupId} onRestart={restart} onClose={onClose} />
  return <CancelDialog sentence={sentence} workqueueId={deed.workqueueId} onClose={onClose} />
}
