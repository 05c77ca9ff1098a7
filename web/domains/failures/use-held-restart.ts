import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'
import { useLatest } from '#web/lib/use-latest.ts'
import { heldReceipts, type RestartTarget } from './stored-receipts.ts'

// Loaded lazily: few visits of a screen restart anything.
const loadHeld = () => loadPart(() => import('./held-receipts.ts'))

export interface HeldRestarts {
  /**
   * Restarts `count` tasks after ten seconds in which it can be undone, on their alias or on another one. Queued ones are
   * moved to that alias.
   */
  restart(target: RestartTarget, count: number, alias?: string): void
  /** Ids of the failures, tasks or runs, and `type/alias` of the queues, whose restart can still be undone, or is being sent. */
  held: ReadonlySet<string>
}

interface HeldRestartOptions {
  /** Called once the platform holds a restart. */
  onHeld?(): void
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
  const latest = useLatest({ options, byPlatform, held })
  useEffect(() => {
    if (byPlatform && heldReceipts.get().length > 0)
      void loadHeld().then(({ resumeReceipts }) => resumeReceipts(client))
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
      const choice = { target, count, alias: alias ?? null }
      const isByPlatform = latest.current.byPlatform
      void loadHeld().then(({ holdByPlatform, holdHere }) => {
        const onHeld = () => latest.current.options.onHeld?.()
        if (isByPlatform) return void holdByPlatform(client, choice, onHeld, end)
        holdHere(choice, () => void latest.current.options.send?.(target, alias).finally(end), release)
      }, release)
    },
    [client, latest],
  )
  return { restart, held }
}

function keysOf(target: RestartTarget): readonly string[] {
  if ('failureId' in target) return [target.failureId]
  if ('queue' in target) return [`${target.queue.type}/${target.queue.alias}`]
  return 'taskIds' in target ? target.taskIds : target.workqueueIds
}
