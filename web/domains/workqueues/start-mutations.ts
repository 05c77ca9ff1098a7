import { useMutation } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import { useRequestIds } from '#web/lib/request-id.ts'
import { isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { faultsOf, faultsText } from '#web/ui/feedback/definition-faults.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { startWorkqueuesMutation } from './bulk-operations.ts'
import { saveAsPlanMutation, startPlanMutation, startWorkqueueMutation } from './start-operations.ts'

/**
 * Starts a saved plan with an edited initial state. `run` resolves to the new workqueue, or to null when it
 * failed; `error` then says why, until the next attempt.
 */
export function useStartPlan(plan: { id: string; name: string }) {
  const { run, running, error } = useAction(startPlanMutation, {
    success: () => workqueueMessages.planStarted(plan.name),
    failure: workqueueMessages.startPlanFailed(plan.name),
  })
  const requestIds = useRequestIds()
  const start = async (appId: string, initialState: unknown) => {
    const asked = { appId, planId: plan.id, initialState }
    const data = await run({ ...asked, requestId: requestIds.of(asked) })
    if (data) requestIds.done()
    return data?.startPlan ?? null
  }
  return { run: start, running, error }
}

/** Starts a run of a plan for each initial state. `run` resolves to the receipt, or to null when it failed. */
export function useStartMany(plan: { id: string; name: string }) {
  const { run, running, error } = useAction(startWorkqueuesMutation, {
    failure: runFormMessages.startManyFailed(plan.name),
  })
  const requestIds = useRequestIds()
  const start = async (appId: string, states: readonly unknown[]) => {
    const asked = { appId, planId: plan.id, states: [...states] }
    const data = await run({ ...asked, requestId: requestIds.of(asked) })
    if (data) requestIds.done()
    return data?.startWorkqueues ?? null
  }
  return { run: start, running, error }
}

/** Saves a definition as a plan. */
export function useSaveAsPlan() {
  return useAction(saveAsPlanMutation, {
    success: (data) => planMessages.created(data.createPlan.name),
    failure: planMessages.createFailed,
  })
}

/** The outcome of a submitted definition: the new workqueue, or its faults, one line each. */
export type StartResult = { id: string } | { faults: string[] }

/** Starts a submitted definition; its faults are returned, for the list beside the editor. */
export function useStartWorkqueue() {
  const [{ fetching }, execute] = useMutation(startWorkqueueMutation)
  const requestIds = useRequestIds()
  const start = async (appId: string, definition: unknown): Promise<StartResult> => {
    const asked = { appId, definition }
    const { data, error } = await execute({ ...asked, requestId: requestIds.of(asked) })
    if (data) {
      requestIds.done()
      toast.success(workqueueMessages.started(data.startWorkqueue.name))
      return { id: data.startWorkqueue.id }
    }
    const faults = faultsOf(error)
    if (!isSessionEnd(error))
      toast.error(faultsText(workqueueMessages.startFailed(nameIn(definition)), faults))
    return { faults }
  }
  return { run: start, running: fetching }
}

function nameIn(definition: unknown): string {
  const name =
    typeof definition === 'object' && definition !== null && 'name' in definition && definition.name
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : 'unnamed'
}
