import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { Database } from '../db/database.ts'
import type { FailureFeed } from '../engine/history/failure-events.ts'
import { applyBatch, mayApply } from './apply.ts'
import { ignoreGroupChanges, type OnGroupsChanged } from './changes.ts'
import { createOpenKeys } from './open-keys.ts'

/** How long commits are collected, and how often is looked for those of other processes. */
const COLLECT_MS = 50
const LOOK_MS = 1000

export interface FailureFollowerOptions {
  db: Kysely<Database>
  clock: Clock
  log: Logger
  onGroupsChanged?: OnGroupsChanged
}

export interface FailureFollower {
  /** For the engine of this process. */
  feed: FailureFeed
  start(): void
  /** Applies all that waits, unless another process does so at this moment. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Groups failed attempts. Every process looks for events, after its own commits and each second; a lock that lasts as
 * long as the transaction lets one of them apply a batch. Events are deleted in the transaction that applies them, so
 * each counts once, whichever process dies.
 */
export function createFailureFollower({
  db,
  clock,
  log,
  onGroupsChanged = ignoreGroupChanges,
}: FailureFollowerOptions): FailureFollower {
  const keys = createOpenKeys(db)
  const loop = createWorkLoop({
    log,
    // The transaction has changed nothing then; the events wait for the next turn.
    failure: 'failed attempts could not be grouped',
    collectMs: COLLECT_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      await keys.refresh()
      for (let more = await mayApply(db, new Date(clock.now())); more && !isStopping();) {
        const applied = await applyBatch(db, { now: new Date(clock.now()), onGroupsChanged })
        more = applied.more
        if (applied.opened) await keys.refresh()
      }
    },
  })
  return {
    feed: { matters: keys.matters, committed: loop.soon },
    start: loop.start,
    drain: loop.drain,
    stop: loop.stop,
  }
}
