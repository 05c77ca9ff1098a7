import { Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { useOptionalApp } from '#web/lib/current-app.tsx'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { planChoiceQuery } from '../start-operations.ts'
import { RunForm } from '../run/run-form.tsx'
import { useStartPlan } from '../start-mutations.ts'

/** Runs a plan with its initial state, which can be edited first. */
export function PlanDialog({
  appId,
  plan,
  onClose,
}: {
  appId: string
  plan: { id: string; name: string }
  onClose(): void
}) {
  const [{ data, error }, reread] = useQuery({
    query: planChoiceQuery,
    variables: { id: plan.id },
    requestPolicy: 'network-only',
  })
  useFailToast(workqueueMessages.loadPlanFailed, error)
  const { run, running, error: refusal } = useStartPlan(plan)
  // Until the page of the run is there, the dialog must not start another one.
  const [started, setStarted] = useState(false)
  const navigate = useNavigate()
  const start = async (initialState: JsonObject) => {
    const workqueue = await run(appId, initialState)
    if (!workqueue) return
    setStarted(true)
    void navigate(paths.workqueue(appId, workqueue.id))
  }
  return (
    <RunForm
      title={data?.plan.name ?? plan.name}
      draft={`run ${plan.id}`}
      plan={plan}
      content={data?.plan ?? null}
      instead={
        error ? (
          <FailedState
            message={failText(workqueueMessages.loadPlanFailed, error)}
            onRetry={() => reread({ requestPolicy: 'network-only' })}
          />
        ) : (
          <Skeleton height="260px" borderRadius="md" aria-label="Loading plan" role="status" />
        )
      }
      appId={appId}
      appName={useOptionalApp()?.name ?? null}
      running={running || started}
      refusal={refusal}
      onRun={(initialState) => void start(initialState)}
      onClose={onClose}
    />
  )
}
