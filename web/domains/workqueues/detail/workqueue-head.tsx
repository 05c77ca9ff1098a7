import { lazy, Suspense, useState } from 'react'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import { cancelLabel } from '#shared/domains/workqueues/messages.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { lastListQuery } from '#web/lib/list-address.ts'
import { useDocumentTitle, PageHead } from '#web/ui/page/page-head.tsx'
import { withoutTypenames } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { SourceDialog } from '#web/ui/editor/json-editors.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { useCancelWorkqueues } from '../mutations.ts'
import type { WorkqueueDetail } from './operations.ts'
import { RunActions } from './run-actions.tsx'
import { type Reads, RunFacts } from './run-facts.tsx'

// Loaded lazily: few runs become a plan.
const SaveAsPlan = lazy(async () => ({ default: (await import('./save-as-plan.tsx')).SaveAsPlan }))

/** Whether a workqueue of this status can be cancelled. */
export function isCancellable(status: string): boolean {
  return cancellableWorkqueueStatuses.some((each) => each === status)
}

/** Crumbs of the page, also while the workqueue is loading. */
export function useWorkqueueCrumbs(id: string) {
  const app = useApp()
  return [
    { label: 'Apps', to: paths.apps() },
    { label: app.name, to: paths.workqueues(app.id, lastListQuery(app.id)) },
    { label: id, isId: true },
  ]
}

interface WorkqueueHeadProps {
  workqueue: WorkqueueDetail
  reads: Reads
  compare: { to: string; lastGood: boolean } | null
  onModifyAndRerun(): void
  /** Frames the failed tasks. */
  onFailed(): void
  onChanged(): void
  onRefreshLogs(): Promise<void>
}

/** Name, status, facts and actions of a workqueue. */
export function WorkqueueHead(props: WorkqueueHeadProps) {
  const { workqueue, onChanged, onRefreshLogs } = props
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
  const refresh = async () => {
    setRefreshing(true)
    await onRefreshLogs()
    setRefreshing(false)
  }
  const failed = isTerminal(workqueue.status)
    ? 0
    : workqueue.tasks.filter((task) => task.status === 'failed').length
  return (
    <>
      <PageHead
        crumbs={useWorkqueueCrumbs(workqueue.id)}
        placesAll
        title={workqueue.name}
        badge={<StatusBadge status={workqueue.status} />}
        facts={
          <RunFacts
            run={workqueue}
            failed={failed}
            reads={props.reads}
            onFailed={props.onFailed}
            onReread={onChanged}
          />
        }
        actions={
          <RunActions
            onCancel={isCancellable(workqueue.status) ? () => setDialog('cancel') : null}
            compare={props.compare}
            onModifyAndRerun={props.onModifyAndRerun}
            cancelled={workqueue.status === 'cancelled'}
            onSaveAsPlan={() => setDialog('plan')}
            onSource={() => setDialog('source')}
            onRefreshLogs={() => void refresh()}
            refreshing={refreshing}
          />
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
      {dialog === 'plan' && (
        <Suspense>
          <SaveAsPlan workqueue={workqueue} onClose={close} />
        </Suspense>
      )}
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
