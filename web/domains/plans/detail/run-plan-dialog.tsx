import { Box } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { RunForm } from '#web/domains/workqueues/run/run-form.tsx'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useRunPlan } from '../mutations.ts'
import { usePlanHealth } from '../health/use-plan-health.ts'
import { planAppsQuery } from '../operations.ts'
import type { PlanDetail } from './use-plan-text.ts'

/** Run Plan: asks for an app, at first the one it ran in last, and the initial state, starts the workqueue and opens it. */
export function RunPlanDialog({
  plan,
  dirty,
  onClose,
}: {
  plan: PlanDetail
  dirty: boolean
  onClose(): void
}) {
  const [{ data, error, fetching }] = useQuery({
    query: planAppsQuery,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(planMessages.loadAppsFailed, error)
  const choices = useMemo(
    () => (data?.apps ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  )
  const lastAppId = usePlanHealth([plan.id]).of.get(plan.id)?.runs[0]?.appId
  const usual = choices.length === 1 ? choices[0] : choices.find(({ value }) => value === lastAppId)
  // Undefined until a choice is made; a choice can also be taken back.
  const [chosenId, setAppId] = useState<string | null>()
  const appId = chosenId === undefined ? (usual?.value ?? null) : chosenId
  const { run, running, error: refusal } = useRunPlan(plan.name)
  const navigate = useNavigate()

  const start = async (initialState: JsonObject) => {
    if (appId === null) return
    const started = await run({ id: plan.id, appId, initialState })
    if (!started) return
    onClose()
    void navigate(paths.workqueue(started.runPlan.appId, started.runPlan.id))
  }
  return (
    <RunForm
      title={planMessages.run}
      draft="run"
      plan={plan}
      content={plan}
      appId={appId}
      appName={choices.find(({ value }) => value === appId)?.label ?? null}
      onApp={(id) => setAppId(id ?? undefined)}
      running={running}
      refusal={refusal}
      onRun={(initialState) => void start(initialState)}
      onNoApp={() => toast.error(planMessages.selectApplication)}
      onClose={onClose}
    >
      {dirty && <Box color="ink.2">{planMessages.savedIsRun}</Box>}
      <ChoiceField
        label={planMessages.application}
        choices={choices}
        value={appId}
        onChange={setAppId}
        loading={fetching && !data}
        disabled={running}
        required
      />
    </RunForm>
  )
}
