import { useMutation } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { isConflict, isSessionEnd } from '#web/ui/fail-text.ts'
import { faultsOf, faultsText } from '#web/ui/faults.ts'
import { toast } from '#web/ui/toast.ts'
import { useAction } from '#web/ui/use-action.ts'
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

/** Starts a run of the saved plan in an app. */
export function useRunPlan(name: string) {
  return useAction(runPlanMutation, {
    success: () => workqueueMessages.planStarted(name),
    failure: workqueueMessages.startPlanFailed(name),
  })
}

/** How saving fared: done, refused as somebody else was faster, or what is wrong with the plan, one line per fault. */
export type SaveResult = 'saved' | 'conflict' | { faults: string[] }

/** Saves an edited plan; its faults come back to stand beside the editor. */
export function useSavePlan() {
  const [{ fetching }, execute] = useMutation(updatePlanMutation)
  const save = async (id: string, plan: unknown): Promise<SaveResult> => {
    const change = { id, plan }
    const { data, error } = await execute(change)
    if (data) {
      toast.success(planMessages.updated(data.updatePlan.name))
      return 'saved'
    }
    if (isConflict(error, change)) return 'conflict'
    const faults = faultsOf(error)
    if (!isSessionEnd(error)) toast.error(faultsText(planMessages.updateFailed, faults))
    return { faults }
  }
  return { run: save, running: fetching }
}
