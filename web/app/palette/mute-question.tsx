import { attentionScreenMessages } from '#shared/domains/attention/screen-messages.ts'
import { failureMessages } from '#shared/domains/failures/messages.ts'
import { paletteMessages as texts } from '#shared/lib/palette-messages.ts'
import { muteAttentionMutation } from '#web/domains/attention/operations.ts'
import { muteFailureMutation } from '#web/domains/failures/operations.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'

interface MuteQuestionProps {
  id: string
  title: string
  /** An item of Attention, else a failure. */
  isItem: boolean
  onClose(): void
}

/** Asks before something is muted until it changes; its page has the other ends of a mute. */
export function MuteQuestion({ id, title, isItem, onClose }: MuteQuestionProps) {
  const words = {
    success: () => failureMessages.mutedUntil(null),
    failure: isItem ? attentionScreenMessages.muteFailed : failureMessages.muteFailed,
  }
  const failure = useAction(muteFailureMutation, words)
  const item = useAction(muteAttentionMutation, words)
  const mute = isItem ? item : failure
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
