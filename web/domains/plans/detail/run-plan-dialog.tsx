import { Box } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { JsonField } from '#web/ui/editor/json-editors.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useRunPlan } from '../mutations.ts'
import { planAppsQuery } from '../operations.ts'
import type { PlanDetail } from './use-plan-text.ts'

/** Run Plan: asks for an app and the initial state, starts the workqueue and opens it. */
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
  const [chosenId, setAppId] = useState<string | null>(null)
  const appId = chosenId ?? (choices.length === 1 ? (choices[0]?.value ?? null) : null)
  const [begun] = useState(() => formatJson(plan.initialState ?? {}))
  const [text, setText] = useState(begun)
  const { run, running } = useRunPlan(plan.name)
  const navigate = useNavigate()

  const parsed = parseJsonObject(text)
  const start = async () => {
    if ('reason' in parsed) return
    if (appId === null) return toast.error(planMessages.selectApplication)
    const started = await run({ id: plan.id, appId, initialState: parsed.value })
    if (!started) return
    onClose()
    void navigate(paths.workqueue(started.runPlan.appId, started.runPlan.id))
  }
  return (
    <FormDialog
      title={planMessages.run}
      open
      onClose={onClose}
      confirmLabel="Run"
      confirmDisabled={'reason' in parsed}
      submitting={running}
      onConfirm={() => void start()}
      size="lg"
    >
      <DraftKeeper
        inDialog
        form="run"
        values={{ text, appId }}
        dirty={text !== begun}
        onRestore={(left) => {
          setText(left.text)
          setAppId(left.appId)
        }}
      />
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
      <JsonField
        label={planMessages.initialState}
        text={text}
        onChange={setText}
        reason={'reason' in parsed ? parsed.reason : null}
      />
    </FormDialog>
  )
}
