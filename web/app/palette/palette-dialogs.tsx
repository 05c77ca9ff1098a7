import { PauseQueueDialog } from '#web/domains/backlog/queue/pause-queue-dialog.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import type { PaletteQuestion } from './entry.ts'
import { MuteFailureQuestion, MuteItemsQuestion } from './mute-question.tsx'
import { FailureQuestion, RunQuestion } from './run-questions.tsx'

// Loaded lazily: it is a part of the screen of schedules.
const PauseDialog = lazyPart(
  async () => (await import('#web/domains/schedules/dialogs/pause-dialog.tsx')).PauseDialog,
  () => null,
)

/** Asks before an action of the palette changes something, and says how much it changes. */
export function PaletteDialogs({ deed, onClose }: { deed: PaletteQuestion; onClose(): void }) {
  switch (deed.do) {
    case 'pause queue':
      return <PauseQueueDialog type={deed.type} alias={deed.alias} name={deed.type} open onClose={onClose} />
    case 'pause schedule':
      return <PauseDialog schedule={deed.schedule} onClose={onClose} />
    case 'mute failure':
      return <MuteFailureQuestion {...deed} onClose={onClose} />
    case 'mute items':
      return <MuteItemsQuestion {...deed} onClose={onClose} />
    case 'restart failure':
    case 'move failure':
      return <FailureQuestion {...deed} isMoved={deed.do === 'move failure'} onClose={onClose} />
    default:
      return <RunQuestion deed={deed} onClose={onClose} />
  }
}
