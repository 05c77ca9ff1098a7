import { Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { planMessages } from '#shared/domains/plans/messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/feedback/use-detail.tsx'
import { HistoryDialog } from './detail/history-dialog.tsx'
import { PlanEditor } from './detail/plan-editor.tsx'
import { PlanGraph } from './detail/plan-graph.tsx'
import { PlanHead } from './detail/plan-head.tsx'
import { taskOffset } from './detail/plan-graph-data.ts'
import { type PlanDetail, usePlanText } from './detail/use-plan-text.ts'
import { useDeletePlan, useSavePlan } from './mutations.ts'
import { planQuery } from './operations.ts'

const RunPlanDialog = lazyPart(
  async () => (await import('./detail/run-plan-dialog.tsx')).RunPlanDialog,
  () => null,
)

/** A plan: its workflow, and its definition as JSON in an editor. */
export function PlanDetailPage() {
  const { id = '' } = useParams()
  return <Detail key={id} id={id} />
}

function Detail({ id }: { id: string }) {
  const detail = useDetail(planQuery, { id }, { failed: planMessages.loadFailed, back: paths.plans() })
  const { data, reread } = detail
  if (!data) return <DetailSkeleton label="Loading plan" detail={detail} />
  return <LoadedPlan plan={data.plan} reread={reread} />
}

type Asking =
  { what: 'delete' | 'run' | 'conflict' | 'history' } | { what: 'update'; plan: JsonObject } | null

function LoadedPlan({ plan, reread }: { plan: PlanDetail; reread(): void }) {
  const edited = usePlanText(plan)
  const [asking, setAsking] = useState<Asking>(null)
  const [faults, setFaults] = useState<string[]>([])
  const [shown, setShown] = useState<{ task: string; offset: number } | null>(null)
  const save = useSavePlan()
  const remove = useRemovePlan(plan)
  const close = () => setAsking(null)

  const askToSave = () => {
    const update = edited.update()
    setFaults('reason' in update ? [update.reason] : [])
    if ('reason' in update) toast.error(failText(planMessages.updateFailed, update.reason))
    else setAsking({ what: 'update', plan: update.value })
  }
  const confirmSave = async (body: JsonObject) => {
    const result = await save.run(plan.id, body)
    setAsking(result === 'conflict' ? { what: 'conflict' } : null)
    if (result === 'saved') edited.reset()
    else if (result !== 'conflict') setFaults(result.faults)
  }
  const loadTheirs = () => {
    close()
    setFaults([])
    edited.reset()
    reread()
  }
  return (
    <>
      <PlanHead
        name={plan.name}
        dirty={edited.dirty}
        busy={save.running || remove.running}
        // A platform without version numbers has no history either.
        onHistory={plan.version === null ? undefined : () => setAsking({ what: 'history' })}
        onDelete={() => setAsking({ what: 'delete' })}
        onRun={() => setAsking({ what: 'run' })}
        onSave={askToSave}
      />
      <DraftKeeper form="plan" {...edited.kept} />
      <Stack gap="3.5">
        <PlanGraph
          name={plan.name}
          text={edited.text}
          selected={shown?.task ?? null}
          onSelect={(task) => setShown({ task, offset: taskOffset(edited.text, task) })}
        />
        <PlanEditor plan={plan} edited={edited} faults={faults} show={shown} />
      </Stack>
      <ConfirmDialog
        title={planMessages.update}
        text={planMessages.updateText}
        open={asking?.what === 'update'}
        onClose={close}
        onConfirm={() => asking?.what === 'update' && void confirmSave(asking.plan)}
        confirmLabel={planMessages.update}
        submitting={save.running}
      />
      <ConfirmDialog
        title={planMessages.delete}
        text={planMessages.deleteText}
        open={asking?.what === 'delete'}
        onClose={close}
        onConfirm={() => void remove.run().then(close)}
        confirmLabel={planMessages.delete}
        danger
        submitting={remove.running}
      />
      <ConflictDialog what="plan" open={asking?.what === 'conflict'} onClose={close} onLoad={loadTheirs} />
      {asking?.what === 'run' && <RunPlanDialog plan={plan} dirty={edited.dirty} onClose={close} />}
      {asking?.what === 'history' && (
        <HistoryDialog
          plan={plan}
          dirty={edited.dirty}
          onRestore={(text) => {
            edited.change(text)
            close()
          }}
          onClose={close}
        />
      )}
      <UnsavedGuard dirty={edited.dirty && !remove.done} />
    </>
  )
}

/**
 * Deletes the plan and goes to the list. The navigation is an effect, so that the guard of unsaved changes is
 * off before it.
 */
function useRemovePlan(plan: PlanDetail) {
  const navigate = useNavigate()
  const { run, running } = useDeletePlan(plan.name)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (done) void navigate(paths.plans(), { replace: true })
  }, [done, navigate])
  const remove = async () => {
    if (await run({ id: plan.id })) setDone(true)
  }
  return { run: remove, running, done }
}
