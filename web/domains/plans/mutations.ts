import { useMutation } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { useRequestIds } from '#web/lib/request-id.ts'
import { isConflict, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { faultsOf, faultsText } from '#web/ui/feedback/definition-faults.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { createPlanMutation, deletePlanMutation, runPlanMutation, updatePlanMutation } from './operations.ts'

/** Creates a plan from a whole definition. */
export function useCreatePlan() {
  return useAction(createPlanMutation, {
    success: (data) => planMessages.created(data.createPlan.name),
    failure: planMessages.createFailed,
  })
}

export function useDeletePlan(name: string) {
  return useAction(deletePlanMutation, {
    success: () => planMessages.deleted(name),
    failure: planMessages.deleteFailed,
  })
}

/** Starts a workqueue of the saved plan in an app. */
export function useRunPlan(name: string) {
  const { run, running, error } = useAction(runPlanMutation, {
    success: () => workqueueMessages.planStarted(name),
    failure: workqueueMessages.startPlanFailed(name),
  })
  const requestIds = useRequestIds()
  const start = async (asked: { id: string; appId: string; initialState: unknown }) => {
    const data = await run({ ...asked, requestId: requestIds.of(asked) })
    if (data) requestIds.done()
    return data
  }
  return { run: start, running, error }
}

/**
 * The outcome of a save: done, refused because another user has saved first, or the faults of the plan, one
 * line each.
 */
export type SaveResult = 'saved' | 'conflict' | { faults: string[] }

/** Saves an edited plan; its faults are returned, for the list beside the editor. */
export function useSavePlan() {
  const [{ fetching }, execute] = useMutation(updatePlanMutation)
  const save = async (id: string, plan: unknown): Promise<SaveResult> => {
    const change = { id, plan }
    const { data, error } = await execute(change)
    if (data) {
      const { name, version } = data.updatePlan
      const isSame = version !== null && version === (plan as { version?: unknown }).version
      if (isSame) toast.info(planMessages.nothingChanged)
      else toast.success(planMessages.updated(name))
      return 'saved'
    }
    if (isConflict(error, change)) return 'conflict'
    const faults = faultsOf(error)
    if (!isSessionEnd(error)) toast.error(faultsText(planMessages.updateFailed, faults))
    return { faults }
  }
  return { run: save, running: fetching }
}
