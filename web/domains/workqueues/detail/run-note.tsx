import { useMemo } from 'react'
import { noteMessages as texts } from '#shared/lib/note-messages.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { NoteEditor } from '#web/ui/form/note-editor.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { noteWorkqueueMutation } from './operations.ts'
import { type WorkqueueDetail, workqueueNoteSubscription } from './operations.ts'

type NotedRun = Pick<WorkqueueDetail, 'id' | 'appId' | 'note'>

// The subscription of the page reads everything again after a gap.
const nothing = () => undefined

/** What people have noted on a run, live, with its editor. Only on a platform with `notes`. */
export function RunNote({ run: { id, appId, note } }: { run: NotedRun }) {
  const variables = useMemo(() => ({ appId, id }), [appId, id])
  useLive({ query: workqueueNoteSubscription, variables, pause: false, reread: nothing })
  const { run, running } = useAction(noteWorkqueueMutation, {
    success: ({ noteWorkqueue }) => (noteWorkqueue.note ? texts.saved : texts.removed),
    failure: texts.failed,
  })
  return (
    <NoteEditor
      text={note?.text ?? ''}
      byline={
        note && (
          <>
            {note.by}, <RelativeTime value={note.at ?? ''} />
          </>
        )
      }
      brief
      saving={running}
      onSave={async (text) => (await run({ id, text })) !== null}
    />
  )
}
