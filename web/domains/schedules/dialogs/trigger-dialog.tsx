import { useNavigate } from 'react-router-dom'
import { scheduleTexts as texts } from '#shared/domains/schedules/screen-messages.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import type { ScheduleInList } from '../operations.ts'
import { triggerScheduleMutation } from './operations.ts'

/** Asks before a run is started now, and opens it. */
export function TriggerDialog({
  schedule,
  onClose,
}: {
  schedule: Pick<ScheduleInList, 'id' | 'appId' | 'name' | 'planName'>
  onClose(): void
}) {
  const navigate = useNavigate()
  const trigger = useAction(triggerScheduleMutation, { failure: texts.triggerFailed })
  const confirm = async () => {
    const started = await trigger.run({ id: schedule.id })
    if (!started) return
    onClose()
    if (schedule.appId) void navigate(paths.workqueue(schedule.appId, started.triggerSchedule))
  }
  return (
    <ConfirmDialog
      title={texts.trigger}
      text={texts.triggerText(schedule.planName ?? schedule.name)}
      subject={schedule.name}
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={texts.trigger}
      submitting={trigger.running}
    />
  )
}
