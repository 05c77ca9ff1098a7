import { withoutTypenames } from '#web/lib/json-text.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SourceDialog } from '#web/ui/editor/source-dialog.tsx'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import type { WorkqueueDetail } from './operations.ts'
import { SaveAsPlan } from './save-as-plan.tsx'

export type RunDialog = 'source' | 'cancel' | 'plan'

/** The dialogs that the actions of a run open; a module of their own, because they are not needed to see a run. */
export function RunDialogs({
  workqueue,
  shown,
  cancelling,
  onCancel,
  onClose,
}: {
  workqueue: WorkqueueDetail
  /** Whether one of them is shown. */
  open: boolean
  shown: RunDialog | null
  cancelling: boolean
  onCancel(): void
  onClose(): void
}) {
  return (
    <>
      <ConfirmDialog
        title={cancelLabel(1)}
        text={`Are you sure you want to cancel “${workqueue.name}”? Running tasks are stopped and nothing further starts.`}
        open={shown === 'cancel'}
        onClose={onClose}
        onConfirm={onCancel}
        confirmLabel={cancelLabel(1)}
        danger
        submitting={cancelling}
      />
      {shown === 'plan' && <SaveAsPlan workqueue={workqueue} onClose={onClose} />}
      <SourceDialog
        title={workqueue.name}
        label={`Source of ${workqueue.name}`}
        open={shown === 'source'}
        onClose={onClose}
        value={() => withoutTypenames(workqueue)}
      />
    </>
  )
}
