import { useCallback, useEffect, useRef, useState } from 'react'
import { type Client, useClient } from 'urql'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { newRequestId } from '#web/lib/request-id.ts'
import { failText, isSessionEnd } from '#web/ui/feedback/error-text.ts'
import { holdAction, HOLD_MS } from '#web/ui/feedback/held-action.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { followReceipt, resumeReceipts } from './held-receipts.ts'
import { restartFailureMutation, restartRunsMutation, restartTasksMutation } from './restart-operations.ts'

/** What is restarted: all tasks of a failure, some tasks, or all failed tasks of some runs. */
export type RestartTarget =
  | { failureId: string }
  | { taskIds: readonly string[]; workqueueIds: readonly string[] }
  | { workqueueIds: readonly string[] }

export interface HeldRestarts {
  /** Restarts `count` tasks after ten seconds in which it can be undone, on their alias or on another one. */
  restart(target: RestartTarget, count: number, alias?: string): void
  /** Ids of the failures, tasks or runs whose restart can still be undone, or is being sent. */
  held: ReadonlySet<string>
}

interface HeldRestartOptions {
  /** Called after each restart, also after one that was undone. */
  onChanged?(): void
  /**
   * Restarts tasks or runs on a platform that cannot hold a restart, and reports what failed; resolves when that is done.
   * A screen that needs the feature `failures` has no such platform.
   */
  send?(target: RestartTarget, alias: string | undefined): Promise<unknown>
}

/**
 * Restarts of many tasks, with ten seconds to undo them. The platform holds them, so that they happen also when the page
 * is closed; one that cannot is asked after the ten seconds. Stable functions.
 */
export function useHeldRestart(options: HeldRestartOptions = {}): HeldRestarts {
  const client = useClient()
  const byPlatform = useFeature('failures')
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ options, byPlatform, held })
  useEffect(() => {
    latest.current = { options, byPlatform, held }
  })
  useEffect(() => {
    if (byPlatform) resumeReceipts(client)
  }, [byPlatform, client])

  const restart = useCallback(
    (target: RestartTarget, count: number, alias?: string) => {
      const keys = keysOf(target)
      if (keys.every((key) => latest.current.held.has(key))) return
      const release = () => setHeld((known) => new Set([...known].filter((key) => !keys.includes(key))))
      const end = () => {
        release()
        latest.current.options.onChanged?.()
      }
      setHeld((known) => new Set([...known, ...keys]))
      if (latest.current.byPlatform) return void hold(client, target, count, alias, end)
      holdAction({
        text: (seconds) => texts.restarting(count, seconds, alias ?? null),
        undone: texts.notRestarted,
        act: () => void latest.current.options.send?.(target, alias).finally(end),
        onUndone: release,
      })
    },
    [client],
  )
  return { restart, held }
}

function keysOf(target: RestartTarget): readonly string[] {
  if ('failureId' in target) return [target.failureId]
  return 'taskIds' in target ? target.taskIds : target.workqueueIds
}

async function hold(
  client: Client,
  target: RestartTarget,
  count: number,
  alias: string | undefined,
  end: () => void,
): Promise<void> {
  // The platform counts from a later moment: Undo is offered no longer than it can be kept.
  const due = Date.now() + HOLD_MS
  const { receipt, error } = await send(client, target, {
    ...(alias && { alias }),
    holdSeconds: HOLD_MS / 1000,
  })
  if (receipt?.total === 0) toast.info(texts.nothingToRestart)
  else if (receipt) {
    const held = { id: receipt.id, count: receipt.total ?? count, alias: alias ?? null, due }
    return followReceipt(client, held, end)
  } else if (!isSessionEnd(error)) toast.error(failText(texts.restartFailed, error))
  end()
}

async function send(client: Client, target: RestartTarget, moved: { alias?: string; holdSeconds: number }) {
  const requestId = newRequestId()
  if ('failureId' in target) {
    const { data, error } = await client.mutation(restartFailureMutation, { id: target.failureId, ...moved })
    return { receipt: data?.restartFailure, error }
  }
  if ('taskIds' in target) {
    const taskIds = [...target.taskIds]
    const { data, error } = await client.mutation(restartTasksMutation, { taskIds, requestId, ...moved })
    return { receipt: data?.restartTasks, error }
  }
  const workqueueIds = [...target.workqueueIds]
  const { data, error } = await client.mutation(restartRunsMutation, { workqueueIds, requestId, ...moved })
  return { receipt: data?.restartFailedTasks, error }
}
