import { failureMessages } from '#shared/domains/failures/messages.ts'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { muteFailureMutation } from '#web/domains/failures/operations.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'

/** Asks before a failure is muted until it changes; its page has the other ends of a mute. */
export function MuteQuestion({ id, title, onClose }: { id: string; title: string; onClose(): void }) {
  const mute = useAction(muteFailureMutation, {
    success: () => failureMessages.mutedUntil(null),
    failure: failureMessages.muteFailed,
  })
  return (
    <ConfirmDialog
      title={texts.muteTitle}
      text={texts.muteQuestion}
      subject={title}
      confirmLabel={texts.muteTitle}
      open
      onClose={onClose}
      submitting={mute.running}
      onConfirm={() => void mute.run({ id, until: 'change' }).then(onClose)}
    />
  )
}
