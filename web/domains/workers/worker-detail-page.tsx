import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useOpenFailures } from '#web/lib/failures/use-open-failures.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FormBeside } from '#web/ui/page/form-beside.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import { UsageLine } from '#web/ui/page/usage-line.tsx'
import { AliasSection } from './aliases/alias-section.tsx'
import { WhoPolls } from './detail/who-polls.tsx'
import type { WorkerFailuresProps } from './detail/worker-failures.tsx'
import { WorkerForm } from './detail/worker-form.tsx'
import { WorkerHead } from './detail/worker-head.tsx'
import { workerFormValues, workerUpdate } from './detail/worker-form-values.ts'
import { useDeleteWorker, useUpdateWorker } from './mutations.ts'
import { workerQuery } from './operations.ts'

/** One worker: its form and its aliases. */
export function WorkerDetailPage() {
  const { id = '' } = useParams()
  const detail = useDetail(
    workerQuery,
    { id },
    { failed: workerMessages.loadFailed, above: [{ label: workerMessages.allWorkers, to: paths.workers() }] },
  )
  const { data, reread } = detail
  if (data?.worker.id !== id) return <DetailSkeleton title="Worker" detail={detail} />
  return (
    <Box key={id} data-in-order="long">
      <WorkerEditor worker={data.worker} reread={reread} />
    </Box>
  )
}

// Loaded when tasks of the worker fail: with the dialog that restarts them.
const WorkerFailures = lazyPart<WorkerFailuresProps>(
  async () => (await import('./detail/worker-failures.tsx')).WorkerFailures,
  () => <span hidden data-pending />,
)

type Worker = ResultOf<typeof workerQuery>['worker']

const FORM = 'worker-form'
/** Shown by the panel of the same name. */
const whoPolls = ['poller'] as const

/** Head, facts and form of a worker; a deleted one is read-only. */
function WorkerEditor({ worker, reread }: { worker: Worker; reread(): void }) {
  const draft = useDraft(workerFormValues(worker), worker.version)
  const [conflict, setConflict] = useState(false)
  const [gone, setGone] = useState(false)
  const update = useUpdateWorker(() => setConflict(true))
  const remove = useDeleteWorker()
  const isDeleted = worker.status === 'deleted'
  const queues = useQueues(worker.type)
  const failures = useOpenFailures(worker.type)
  const keepsSchema = useFeature('workerInputs')

  const save = async () => {
    const result = await workerUpdate(draft.values, keepsSchema)
    if ('reason' in result) return toast.error(failText(workerMessages.updateFailed, result.reason))
    const { teamId } = worker
    if (!(await update.run({ id: worker.id, ...result.change, teamId, version: draft.version }))) return
    draft.reset()
    reread()
  }
  // Rendered without the guard, so that unsaved changes of a deleted worker do not block the navigation.
  if (gone) return <Navigate to={paths.workers()} replace />
  return (
    <>
      <UnsavedGuard dirty={draft.dirty && !isDeleted} />
      <WorkerHead
        worker={worker}
        form={FORM}
        named={draft.values.name.trim() !== ''}
        dirty={draft.dirty}
        updating={update.running}
        deleting={remove.running}
        queues={queues}
        failing={failures === undefined ? undefined : (failures?.total ?? 0) > 0}
        onDelete={async () => setGone((await remove.run({ id: worker.id })) !== null)}
      />
      {!isDeleted && <DraftKeeper form="worker" {...draft.kept} />}
      <FormBeside
        isBeside={!isDeleted && queues.isOffered}
        facts={
          <>
            {!isDeleted && <WhoPolls worker={worker} read={queues} />}
            {!isDeleted && (
              <Box mb="4" _empty={{ display: 'none' }}>
                {failures === undefined && <span hidden data-pending />}
                {failures && failures.total > 0 && <WorkerFailures type={worker.type} failures={failures} />}
              </Box>
            )}
            {!isDeleted && <UsageLine of={{ kind: 'worker', id: worker.id }} except={whoPolls} />}
            <AliasSection worker={worker} reread={reread} />
            <Box my="4">
              <EntityActivity within={worker.id} />
            </Box>
          </>
        }
        form={
          <WorkerForm
            id={FORM}
            worker={worker}
            values={draft.values}
            submitting={update.running}
            onChange={draft.change}
            onSubmit={() => void save()}
          />
        }
      />
      <ConflictDialog
        what="worker"
        open={conflict}
        onClose={() => setConflict(false)}
        onLoad={() => {
          setConflict(false)
          draft.reset()
          reread()
        }}
      />
    </>
  )
}
