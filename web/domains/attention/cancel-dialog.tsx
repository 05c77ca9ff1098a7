import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { cancelLateRunMutation } from './operations.ts'

/** Asks before the run that an item is about is cancelled. */
export function CancelDialog({
  sentence,
  workqueueId,
  onClose,
}: {
  sentence: string
  workqueueId: string
  onClose(): void
}) {
  const { run, running } = useAction(cancelLateRunMutation, {
    success: ({ cancelWorkqueues }) => (cancelWorkqueues.some(({ error }) => error) ? null : texts.cancelled),
    failure: texts.cancelFailed,
  })
  const cancel = async () => {
    const data = await run({ ids: [workqueueId] })
    const refused = data?.cancelWorkqueues.find(({ error }) => error)
    if (refused) toast.error(`${texts.cancelFailed} ${refused.error}`)
    onClose()
  }
  return (
    <ConfirmDialog
      title={texts.cancelTitle}
      text={texts.cancelText}
      subject={sentence}
      confirmLabel={texts.cancelConfirm}
      danger
      open
      onClose={onClose}
      onConfirm={() => void cancel()}
      submitting={running}
    />
  )
}
