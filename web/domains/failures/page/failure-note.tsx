import { Skeleton } from '@chakra-ui/react'
import { noteMessages as texts } from '#shared/lib/note-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useFeature } from '#web/lib/features.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { noteFailureMutation } from '../operations.ts'

// Loaded lazily: what failed is read before what was noted.
const NoteEditor = lazyPart(
  async () => (await import('#web/ui/form/note-editor.tsx')).NoteEditor,
  () => <Skeleton height="8" />,
)

/** What people have noted on a failure, with its editor. Absent on a platform without notes. */
export function FailureNote({ id, note }: { id: string; note: string | null }) {
  const { run, running } = useAction(noteFailureMutation, {
    success: ({ noteFailure }) => (noteFailure.note ? texts.saved : texts.removed),
    failure: texts.failed,
  })
  const { mayChange } = useRights()
  if (!useFeature('notes') || (!mayChange && !note)) return null
  return (
    <Panel title={texts.note}>
      <NoteEditor
        text={note ?? ''}
        saving={running}
        onSave={async (text) => (await run({ id, text })) !== null}
      />
    </Panel>
  )
}
