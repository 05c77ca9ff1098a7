import { failureMessages } from '#shared/domains/failures/messages.ts'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { useMuteItems } from '#web/domains/attention/use-mute-items.ts'
import { muteFailureMutation } from '#web/domains/failures/operations.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'

interface QuestionProps {
  title: string
  onClose(): void
}

/** Asks before a failure is muted until it changes; its page has the other ends of a mute. */
export function MuteFailureQuestion({ id, ...props }: QuestionProps & { id: string }) {
  const { run, running } = useAction(muteFailureMutation, {
    success: () => failureMessages.mutedUntil(null),
    failure: failureMessages.muteFailed,
  })
  return <Question {...props} muting={running} mute={() => run({ id, until: 'change' })} />
}

/** The same for items of Attention, those of one cause together. */
export function MuteItemsQuestion({ ids, ...props }: QuestionProps & { ids: readonly string[] }) {
  const { mute, muting } = useMuteItems()
  const items = ids.map((id) => ({ id }))
  return <Question {...props} muting={muting} mute={() => mute(items, 'change')} />
}

function Question({
  title,
  onClose,
  muting,
  mute,
}: QuestionProps & { muting: boolean; mute(): Promise<unknown> }) {
  return (
    <ConfirmDialog
      title={texts.muteTitle}
      text={texts.muteQuestion}
      subject={title}
      confirmLabel={texts.muteTitle}
      open
      onClose={onClose}
      submitting={muting}
      onConfirm={() => void mute().then(onClose)}
    />
  )
}
