import { Button } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { workerTitle } from '#shared/domains/workers/rules.ts'
import { lazyDialog } from '#web/lib/parts/lazy-dialog.tsx'
import type { QueuesRead } from '#web/lib/queues/use-queues.ts'
import { StoppedClock } from '#web/lib/use-time.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { paths } from '#web/paths.ts'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { StatusBadge } from '#web/ui/display/status.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { badgePlace, WhoPollsBadge } from '#web/ui/page/polling-panel.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'

/** Name, status and actions of a worker; a deleted one has only its starter kits. */
export function WorkerHead({
  worker,
  form,
  named,
  dirty,
  updating,
  deleting,
  onDelete,
  queues,
  failing,
}: {
  worker: { id: string; name: string; status: string }
  /** Id of the form that Update Worker submits. */
  form: string
  /** Whether the form has a name, without which nothing is saved. */
  named: boolean
  /** Whether there is anything to save. */
  dirty: boolean
  updating: boolean
  deleting: boolean
  onDelete(): Promise<unknown>
  /** Those of its type. */
  queues: QueuesRead
  /** Whether tasks of its type fail; undefined until that is known. */
  failing: boolean | undefined
}) {
  const isDeleted = worker.status === 'deleted'
  return (
    <PageHead
      crumbs={[{ label: workerMessages.allWorkers, to: paths.workers() }, { label: worker.name }]}
      copy={copied.worker(worker)}
      title={workerTitle(worker)}
      badge={
        isDeleted || !queues.isOffered ? (
          worker.status && <StatusBadge status={worker.status} />
        ) : (
          <PolledState read={queues} failing={failing} />
        )
      }
      actions={
        isDeleted ? (
          <StarterKitsButton />
        ) : (
          <FormActions
            remove={
              <DeleteButton
                label={workerMessages.deleteWorker}
                text={workerMessages.deleteWorkerText}
                impact={<Impact of={{ kind: 'worker', id: worker.id }} deed="delete" />}
                disabled={updating}
                submitting={deleting}
                onConfirm={onDelete}
              />
            }
            others={<StarterKitsButton />}
            save={{
              label: workerMessages.updateWorker,
              form,
              ready: named && dirty,
              reason: dirty ? undefined : workerMessages.nothingChanged,
              saving: updating,
            }}
          />
        )
      }
    />
  )
}

/** Who polls its queues: an active worker need not be polled. */
function PolledState({
  read: { queues, staleSince },
  failing,
}: {
  read: QueuesRead
  failing: boolean | undefined
}) {
  if (!queues || failing === undefined) return badgePlace
  return (
    <StoppedClock value={staleSince}>
      <WhoPollsBadge queues={queues} failing={failing} />
    </StoppedClock>
  )
}

// The kits are whole programs: fetched when the dialog is first opened.
const StarterKitsDialog = lazyDialog(
  async () => (await import('./starter-kits-dialog.tsx')).StarterKitsDialog,
)

/** Starter Kits: sample workers to read and copy. An address can open them (`paths.starterKits`), also that of a link on the page. */
function StarterKitsButton() {
  const [search, setSearch] = useSearchParams()
  const [pressed, setPressed] = useState(false)
  const close = () => {
    setPressed(false)
    if (!search.has('kits')) return
    search.delete('kits')
    setSearch(search, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Button onClick={() => setPressed(true)}>{workerMessages.starterKits}</Button>
      <StarterKitsDialog open={pressed || search.has('kits')} onClose={close} />
    </>
  )
}
