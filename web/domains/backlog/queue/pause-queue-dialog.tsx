import { backlogMessages as texts } from '#shared/domains/backlog/messages.ts'
import { MAX_QUEUE_PAUSE_REASON } from '#shared/domains/queues/verdict-codes.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { pauseQueueMutation } from '../operations.ts'

/** Pauses a queue, and asks why. */
export function PauseQueueDialog({
  type,
  alias,
  name,
  open,
  onClose,
}: {
  type: string
  alias: string
  /** What it is called once it is paused. */
  name: string
  open: boolean
  onClose(): void
}) {
  const pause = useAction(pauseQueueMutation, {
    failure: texts.pauseFailed,
    success: () => texts.paused(name),
  })
  const confirm = async (reason: string) => {
    if (await pause.run({ type, alias, reason })) onClose()
  }
  return (
    <TextDialog
      title={texts.pauseTitle}
      label={texts.pauseReason}
      hint={texts.pauseHint(type, alias)}
      maxLength={MAX_QUEUE_PAUSE_REASON}
      confirmLabel={texts.pauseConfirm}
      open={open}
      onClose={onClose}
      submitting={pause.running}
      onSubmit={(reason) => void confirm(reason)}
    />
  )
}
