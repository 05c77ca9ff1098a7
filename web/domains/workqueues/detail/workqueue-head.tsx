import { Box, Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { cleanDefinition } from '#shared/domains/workqueues/clean.ts'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import { cancelLabel, workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { humanDuration } from '#shared/lib/time-text.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { useDocumentTitle, PageHead } from '#web/ui/page/page-head.tsx'
import { withoutTypenames } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { LiveMark } from '#web/realtime/live-mark.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SourceDialog } from '#web/ui/editor/json-editors.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { ElapsedTime } from '#web/domains/tasks/table/task-times.tsx'
import { createTarget } from '../create/create-params.ts'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueDetail } from './operations.ts'
import { SaveAsPlan } from './save-as-plan.tsx'

/** Whether a workqueue of this status can be cancelled. */
export function isCancellable(status: string): boolean {
  return cancellableWorkqueueStatuses.some((each) => each === status)
}

/** `65f1…9c2e`: short, but distinct enough to compare. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}

/** The duration of the workqueue, updated while it runs. */
function WorkqueueDuration({
  workqueue,
}: {
  workqueue: Pick<WorkqueueDetail, 'status' | 'started' | 'ended'>
}) {
  if (workqueue.started === null) return null
  const since = Date.parse(workqueue.started)
  return (
    <Box as="span" color="ink.3" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {workqueue.ended === null ? (
        <ElapsedTime since={since} />
      ) : (
        humanDuration(Date.parse(workqueue.ended) - since)
      )}
    </Box>
  )
}

/** Crumbs of the page, also while the workqueue is loading. */
export function useWorkqueueCrumbs(id: string) {
  const app = useApp()
  return [
    { label: 'Apps', to: paths.apps() },
    { label: app.name, to: paths.workqueues(app.id) },
    { label: id, isId: true },
  ]
}

/** Name, status, duration and actions of a workqueue. */
export function WorkqueueHead(props: {
  workqueue: WorkqueueDetail
  onChanged(): void
  onRefreshLogs(): Promise<void>
}) {
  const { workqueue, onChanged, onRefreshLogs } = props
  const app = useApp()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'source' | 'cancel' | 'plan' | null>(null)
  const [refreshing, setRefreshing] = useState(false)
  const cancel = useCancelWorkqueues()
  useDocumentTitle(`${workqueue.name} (${workqueue.status})`)
  const close = () => setDialog(null)
  const onCancel = async () => {
    await cancel.run([workqueue])
    close()
    onChanged()
  }
  const modifyAndRerun = () => {
    const { to, state } = createTarget(app.id, cleanDefinition(workqueue))
    return navigate(to, { state })
  }
  const refresh = async () => {
    setRefreshing(true)
    await onRefreshLogs()
    setRefreshing(false)
  }
  return (
    <>
      <PageHead
        crumbs={useWorkqueueCrumbs(workqueue.id)}
        title={workqueue.name}
        badge={
          <>
            <StatusBadge status={workqueue.status} />
            <WorkqueueDuration workqueue={workqueue} />
            <LiveMark listening />
          </>
        }
        actions={
          <>
            {isCancellable(workqueue.status) && (
              <Button data-danger onClick={() => setDialog('cancel')}>
                Cancel
              </Button>
            )}
            <Button onClick={() => void modifyAndRerun()}>Modify and rerun</Button>
            <Button onClick={() => setDialog('plan')}>{workqueueMessages.saveAsPlan}</Button>
            <Button onClick={() => setDialog('source')}>View Source</Button>
            <Button variant="ghost" loading={refreshing} onClick={() => void refresh()}>
              Refresh Logs
            </Button>
          </>
        }
      />
      <ConfirmDialog
        title={cancelLabel(1)}
        text={`Are you sure you want to cancel “${workqueue.name}”? Running tasks are stopped and nothing further starts.`}
        open={dialog === 'cancel'}
        onClose={close}
        onConfirm={() => void onCancel()}
        confirmLabel={cancelLabel(1)}
        danger
        submitting={cancel.running}
      />
      {dialog === 'plan' && <SaveAsPlan workqueue={workqueue} onClose={close} />}
      <SourceDialog
        title={workqueue.name}
        label={`Source of ${workqueue.name}`}
        open={dialog === 'source'}
        onClose={close}
        value={() => withoutTypenames(workqueue)}
      />
    </>
  )
}
