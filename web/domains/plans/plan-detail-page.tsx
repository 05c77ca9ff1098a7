import { Stack } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useClient } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { planUpdate } from '#shared/domains/plans/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { useFeature } from '#web/lib/features.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { paths, RUN_HASH } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { failText, reasonOf } from '#web/ui/feedback/error-text.ts'
import { DefinitionFaults } from '#web/ui/feedback/definition-faults.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import type { Clash } from './detail/clash-dialog.tsx'
import { SaveImpact } from './detail/impact.tsx'
import { PlanHead } from './detail/plan-head.tsx'
import { PlanWorkspace } from './detail/plan-workspace.tsx'
import { type PlanDetail, usePlanText } from './detail/use-plan-text.ts'
import { useSaveKey } from './detail/use-save-key.ts'
import { usePlanHealth } from './health/use-plan-health.ts'
import { useDeletePlan, useSavePlan } from './mutations.ts'
import { planQuery } from './operations.ts'

const PlanSchedules = lazyPart(
  async () => (await import('#web/domains/schedules/plan-schedules.tsx')).PlanSchedules,
  () => null,
)

const PlanHooks = lazyPart(
  async () => (await import('#web/domains/hooks/plan-hooks.tsx')).PlanHooks,
  () => null,
)

const RunPlanDialog = lazyPart(
  async () => (await import('./detail/run-plan-dialog.tsx')).RunPlanDialog,
  () => null,
)

const HistoryDialog = lazyPart(
  async () => (await import('./detail/history-dialog.tsx')).HistoryDialog,
  () => null,
)
const ClashDialog = lazyPart(
  async () => (await import('./detail/clash-dialog.tsx')).ClashDialog,
  () => null,
)

/** A plan: its workflow, and its definition as JSON in an editor. */
export function PlanDetailPage() {
  const { id = '' } = useParams()
  return <Detail key={id} id={id} />
}

function Detail({ id }: { id: string }) {
  const detail = useDetail(
    planQuery,
    { id },
    { failed: planMessages.loadFailed, above: [{ label: planMessages.allPlans, to: paths.plans() }] },
  )
  const { data, reread } = detail
  if (!data) return <DetailSkeleton title="Plan" detail={detail} />
  return <LoadedPlan plan={data.plan} reread={reread} />
}

type Asking =
  | { what: 'delete' | 'run' | 'history' }
  | { what: 'update'; body: JsonObject }
  | { what: 'clash'; clash: Clash }
  | null

function LoadedPlan({ plan, reread }: { plan: PlanDetail; reread(): void }) {
  const edited = usePlanText(plan)
  // A link may lead to the dialog that runs the plan.
  const isToRun = useLocation().hash === RUN_HASH
  const [asking, setAsking] = useState<Asking>(isToRun ? { what: 'run' } : null)
  const [faults, setFaults] = useState<string[]>([])
  const save = useSavePlan()
  const remove = useRemovePlan(plan)
  const readStored = useStoredPlan(plan.id)
  const hasSchedules = useFeature('schedules')
  // Read when a new schedule asks for its app.
  const [choosesApp, setChoosesApp] = useState(false)
  const lastAppId = usePlanHealth(choosesApp ? [plan.id] : []).of.get(plan.id)?.runs[0]?.appId
  const hasHooks = useFeature('hooks')
  const close = () => setAsking(null)
  const busy = save.running || remove.running

  const askToSave = () => {
    const update = edited.update()
    setFaults('reason' in update ? [update.reason] : [])
    if ('reason' in update) toast.error(failText(planMessages.updateFailed, update.reason))
    else if (JSON.stringify(update.value) === JSON.stringify(edited.base.source)) {
      // Only the format has changed, which is not stored.
      edited.reset()
      toast.info(planMessages.nothingChanged)
    } else setAsking({ what: 'update', body: update.value })
  }
  const onSaveKey = () => {
    if (busy || asking) return
    if (edited.dirty) askToSave()
    else toast.info(planMessages.nothingChanged)
  }
  /** Saves a body; after a clash the three sides are shown. */
  const saveBody = async (body: JsonObject, mine = edited.text) => {
    const result = await save.run(plan.id, body)
    if (result === 'saved') {
      edited.reset()
      setFaults([])
    } else if (result !== 'conflict') setFaults(result.faults)
    // Closed before another one opens: a dialog takes those above it along.
    close()
    const theirs = result === 'conflict' ? await readStored() : null
    if (theirs) setAsking({ what: 'clash', clash: { base: edited.base, theirs, mine } })
  }
  const saveOver = (theirs: PlanDetail, text: string) => {
    const update = edited.update(text, theirs)
    if ('value' in update) void saveBody(update.value, text)
  }
  const loadTheirs = () => {
    close()
    setFaults([])
    edited.reset()
    reread()
  }
  useSaveKey(onSaveKey)
  return (
    <>
      <PlanHead
        id={plan.id}
        name={plan.name}
        dirty={edited.dirty}
        busy={busy}
        // A platform without version numbers has no history either.
        onHistory={plan.version === null ? undefined : () => setAsking({ what: 'history' })}
        onDelete={() => setAsking({ what: 'delete' })}
        onRun={() => setAsking({ what: 'run' })}
        onSave={askToSave}
      />
      <DraftKeeper form="plan" {...edited.kept} />
      <Stack gap="3.5" pb={{ base: '14', sm: '0' }}>
        {faults.length > 0 && <DefinitionFaults outcome={planMessages.notSaved} faults={faults} />}
        <PlanWorkspace plan={plan} edited={edited} />
        {hasSchedules && (
          <PlanSchedules
            planId={plan.id}
            lastAppId={lastAppId}
            choosing={choosesApp}
            onChoosing={setChoosesApp}
          />
        )}
        {hasHooks && <PlanHooks planId={plan.id} />}
        <EntityActivity within={plan.id} />
      </Stack>
      <ConfirmDialog
        title={planMessages.update}
        text={planMessages.updateText}
        impact={asking?.what === 'update' && <SaveImpact plan={plan} edited={asking.body} />}
        open={asking?.what === 'update'}
        onClose={close}
        onConfirm={() => asking?.what === 'update' && void saveBody(asking.body)}
        confirmLabel={planMessages.update}
        submitting={save.running}
      />
      <ConfirmDialog
        title={planMessages.delete}
        text={planMessages.deleteText}
        impact={<Impact of={{ kind: 'plan', id: plan.id }} deed="delete" />}
        open={asking?.what === 'delete'}
        onClose={close}
        onConfirm={() => void remove.run().then(close)}
        confirmLabel={planMessages.delete}
        danger
        submitting={remove.running}
      />
      {asking?.what === 'clash' && (
        <ClashDialog
          key={asking.clash.theirs.version}
          clash={asking.clash}
          saving={save.running}
          onClose={close}
          onLoad={loadTheirs}
          onSave={(text) => saveOver(asking.clash.theirs, text)}
        />
      )}
      {asking?.what === 'run' && <RunPlanDialog plan={plan} dirty={edited.dirty} onClose={close} />}
      {asking?.what === 'history' && (
        <HistoryDialog
          plan={plan}
          text={edited.text}
          dirty={edited.dirty}
          restoring={save.running}
          onEdit={(text) => {
            edited.change(text)
            close()
          }}
          onRestore={(body) => void saveBody(planUpdate(plan.source as JsonObject, body), formatJson(body))}
          onClose={close}
        />
      )}
      <UnsavedGuard dirty={edited.dirty && !remove.done} />
    </>
  )
}

/** Reads the plan as it is stored now; null, with a toast, when that fails. */
function useStoredPlan(id: string) {
  const client = useClient()
  return async (): Promise<PlanDetail | null> => {
    const { data, error } = await client
      .query(planQuery, { id }, { requestPolicy: 'network-only' })
      .toPromise()
    if (error) toast.error(failText(planMessages.loadFailed, reasonOf(error)))
    return data?.plan ?? null
  }
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
