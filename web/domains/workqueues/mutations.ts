import { useEffect, useSyncExternalStore } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { createStore } from '#web/lib/store.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { cancelMatchingMutation, restartFailedTasksMutation } from './bulk-operations.ts'
import { cancelWorkqueuesMutation } from './operations.ts'

/** The fields of a row that cancelling needs; the name is for the message of a refusal. */
interface Cancellable {
  id: string
  name: string
}

type Cancelled = ResultOf<typeof cancelWorkqueuesMutation>['cancelWorkqueues']

/** Refusals that a message names; the rest are counted. */
const NAMED_REFUSALS = 3

/**
 * Cancels workqueues one by one and shows how many were cancelled, which were refused and why. `run` resolves
 * to the ids that were cancelled.
 */
export function useCancelWorkqueues() {
  const { run, running } = useAction(cancelWorkqueuesMutation, {
    success: ({ cancelWorkqueues }) => cancelledText(cancelWorkqueues.filter((each) => !each.error).length),
    failure: ({ ids }) => failurePrefix([ids].flat().length),
  })
  const cancel = async (rows: readonly Cancellable[]): Promise<string[]> => {
    const data = await run({ ids: rows.map((row) => row.id) })
    if (!data) return []
    const refused = data.cancelWorkqueues.filter((each) => each.error)
    if (refused.length > 0) toast.error(refusedText(rows, refused))
    return data.cancelWorkqueues.filter((each) => !each.error).map((each) => each.id)
  }
  return { run: cancel, running }
}

/** Cancels every workqueue that matches the filters, on all pages. */
export function useCancelMatching() {
  const { run, running, error } = useAction(cancelMatchingMutation, {
    success: ({ cancelMatchingWorkqueues: receipt }) => (receipt.ended ? cancelledText(receipt.done) : null),
    failure: workqueueMessages.cancelManyFailed,
  })
  useEffect(() => {
    if (error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND')) bulkSupport.set(false)
  }, [error])
  return { run, running }
}

/**
 * Restarts the failed tasks of several workqueues, all or those of `taskIds`, on their alias or on another one. `run` resolves to
 * the receipt; refusals are shown in a toast when the platform does not keep the receipt.
 */
export function useRestartFailed() {
  const { run, running } = useAction(restartFailedTasksMutation, {
    success: ({ restartFailedTasks: receipt }) =>
      receipt.ended && receipt.done > 0 ? workqueueMessages.restartedMany(receipt.done) : null,
    failure: taskMessages.restartFailed,
  })
  const restart = async (
    workqueueIds: string[],
    requestId: string,
    { taskIds, alias }: { taskIds?: string[]; alias?: string } = {},
  ) => {
    const asked = { workqueueIds, ...(taskIds && { taskIds }), ...(alias && { alias }), requestId }
    const receipt = (await run(asked))?.restartFailedTasks ?? null
    // Without an alias every platform with bulk calls keeps it.
    if (receipt && !receipt.kept && !alias) bulkSupport.set(false)
    if (receipt && !receipt.kept && receipt.failed > 0) {
      const reasons = receipt.refused.map(({ id, name, error }) => `${name ?? id}: ${error}`)
      toast.error(failText(taskMessages.restartFailed, firstOf(reasons, receipt.failed)))
    }
    return receipt
  }
  return { run: restart, running }
}

function cancelledText(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? workqueueMessages.cancelled : workqueueMessages.cancelledMany(count)
}

function failurePrefix(count: number): string {
  return count === 1 ? workqueueMessages.cancelFailed : workqueueMessages.cancelManyFailed
}

/** Why some of several were refused, each by name. */
function refusedText(rows: readonly Cancellable[], refused: Cancelled): string {
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  const reasons = refused.map((each) => {
    const reason = each.error ?? ''
    return rows.length === 1 ? reason : `${nameOf(each.id)}: ${reason}`
  })
  return failText(failurePrefix(rows.length), firstOf(reasons, reasons.length))
}

/** The first reasons, and the number of the others out of `count`. */
function firstOf(reasons: readonly string[], count: number): string {
  const named = reasons.slice(0, NAMED_REFUSALS)
  const more = count - named.length
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

/**
 * Whether the platform supports calls on many rows: assumed until a call shows otherwise, then the screens
 * stop offering them.
 */
export const bulkSupport = createStore(true)

export const useBulkSupport = (): boolean => useSyncExternalStore(bulkSupport.subscribe, bulkSupport.get)
