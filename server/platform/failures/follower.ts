import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Database } from '../db/database.ts'
import type { FailureFeed } from '../engine/history/failure-events.ts'
import { applyBatch } from './apply.ts'
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
  let timer: NodeJS.Timeout | null = null
  let looking: NodeJS.Timeout | null = null
  let stopping = false
  let failing = false
  let work: Promise<void> = Promise.resolve()

  function drain(): Promise<void> {
    work = work.then(async () => {
      try {
        await keys.refresh()
        for (let more = true; more && !stopping;) {
          const applied = await applyBatch(db, { now: new Date(clock.now()), onGroupsChanged })
          more = applied.more
          if (applied.opened) await keys.refresh()
        }
        failing = false
      } catch (error) {
        // The transaction has changed nothing; the events wait for the next look.
        log[failing ? 'debug' : 'warn']({ err: toError(error) }, 'failed attempts could not be grouped')
        failing = true
      }
    })
    return work
  }

  function committed(): void {
    if (timer || stopping) return
    timer = setTimeout(() => {
      timer = null
      void drain()
    }, COLLECT_MS)
  }

  async function look(): Promise<void> {
    await drain()
    if (!stopping) looking = setTimeout(() => void look(), LOOK_MS)
  }

  return {
    feed: { matters: keys.matters, committed },
    start: () => void look(),
    drain,
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      if (looking) clearTimeout(looking)
      await work
    },
  }
}
