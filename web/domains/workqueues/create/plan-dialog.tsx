import { Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useQuery } from 'urql'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { JsonField } from '#web/ui/editor/json-editors.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { useStartPlan } from '../start-mutations.ts'
import { planChoiceQuery } from '../operations.ts'

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
  const [edited, setEdited] = useState<string | null>(null)
  const { run, running } = useStartPlan(plan)
  const navigate = useNavigate()

  const text = edited ?? (data ? formatJson(data.plan.initialState ?? {}) : null)
  const parsed = text === null ? null : parseJsonObject(text)
  const confirm = async () => {
    if (!parsed || !('value' in parsed)) return
    const workqueue = await run(appId, parsed.value)
    if (workqueue) void navigate(paths.workqueue(appId, workqueue.id))
  }
  return (
    <FormDialog
      title={plan.name}
      open
      onClose={onClose}
      confirmLabel="Run"
      onConfirm={() => void confirm()}
      confirmDisabled={!parsed || 'reason' in parsed}
      submitting={running}
      size="lg"
    >
      {text !== null ? (
        <JsonField
          label="Initial state"
          text={text}
          onChange={setEdited}
          reason={parsed && 'reason' in parsed ? parsed.reason : null}
        />
      ) : error ? (
        <FailedState
          message={failText(workqueueMessages.loadPlanFailed, error)}
          onRetry={() => reread({ requestPolicy: 'network-only' })}
        />
      ) : (
        <Skeleton height="260px" borderRadius="md" aria-label="Loading plan" role="status" />
      )}
    </FormDialog>
  )
}
