import type { Kysely } from 'kysely'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import { advisoryLocks, type Database } from '../db/database.ts'
import { storeMessages } from '../db/store-messages.ts'
import { inTurn } from '../db/turns.ts'
import type { LivePublisher } from '../engine/types.ts'
import type { OnGroupsChanged } from '../failures/changes.ts'
import { anyChanges, noteGroups, takeChanges } from './changes.ts'
import { deliveryItems, failingDeliveries } from './delivery-items.ts'
import { endItemMutes, purgeAttention } from './expiry.ts'
import { failureItems, restartingFailures, worstFailures } from './failure-items.ts'
import { gitItems } from './git-items.ts'
import { storeHours } from './hours.ts'
import { idleDeploymentItems } from './idle-deployments.ts'
import {
  applyItems,
  tellItems,
  type AttentionTrx,
  type EndedItem,
  type OnItemsTurned,
  type OpenedItem,
} from './items.ts'
import { keyItems } from './key-items.ts'
import { lateRunItems, type ReadUsualTimes } from './late-runs.ts'
import { dueLooks, type Look } from './looks.ts'
import { queueItems } from './queue-items.ts'
import { missedScheduleItems } from './schedule-items.ts'
import { queueServiceItems } from './service-items.ts'

/** How long changes are collected, and how often is looked for what is due and for changes of other processes. */
const COLLECT_MS = 400
const LOOK_MS = 1000

export interface AttentionOptions {
  db: Kysely<Database>
  clock: Clock
  log: Logger
  publisher: LivePublisher
  readUsual: ReadUsualTimes
  onItemsTurned?: OnItemsTurned
}

export type AttentionKeeper = ReturnType<typeof createAttentionKeeper>

/**
 * Keeps what needs attention: failure groups as they change, queues, late runs, keys and deployments by regular looks whose
 * cost does not grow with the number of tasks. Every process tries; a lock that lasts as long as the transaction lets one
 * of them work, and what it takes or looks at is noted in that transaction.
 */
export function createAttentionKeeper({
  db,
  clock,
  log,
  publisher,
  readUsual,
  onItemsTurned,
}: AttentionOptions) {
  const listening = clock.now()
  const apply = (
    trx: AttentionTrx,
    items: { opened: readonly OpenedItem[]; closed: readonly EndedItem[] },
    now: number,
  ) => applyItems(trx, items, now, onItemsTurned)

  /** Runs work that returns events in one transaction with them; resolves with false while another process works. */
  async function changing(change: (trx: AttentionTrx) => Promise<readonly LiveMessage[]>): Promise<boolean> {
    const done = await inTurn(db, advisoryLocks.attention, async (trx) =>
      storeMessages(trx, [...(await change(trx))]),
    )
    if (done && done.messages.length > 0) publisher.committed(done.outboxId, done.messages)
    return done !== null
  }

  /** Looks again at what has changed; resolves with whether more may wait. */
  async function applyChanges(): Promise<boolean> {
    let again = false
    const mine = await changing(async (trx) => {
      const now = clock.now()
      const { subjects, more } = await takeChanges(trx)
      again = more
      const groups = subjects.filter(({ kind }) => kind === 'failure')
      const deliveries = subjects.filter(({ kind }) => kind === 'deliveryFails')
      const others = subjects.filter(({ kind }) => kind !== 'failure' && kind !== 'deliveryFails')
      return [
        ...(await apply(trx, toldAgain(await failureItems(trx, groups, now)), now)),
        ...(await apply(trx, await deliveryItems(trx, deliveries), now)),
        ...(await tellItems(trx, others, now)),
      ]
    })
    // The other process may have begun before the change was committed.
    if (!mine) loop.soon()
    return again
  }

  const looks: Record<Look, (trx: AttentionTrx, now: number) => Promise<readonly LiveMessage[]>> = {
    mutes: endItemMutes,
    failures: async (trx, now) => apply(trx, await failureItems(trx, await worstFailures(trx), now), now),
    restarts: async (trx, now) =>
      apply(trx, await failureItems(trx, await restartingFailures(trx), now), now),
    queues: async (trx, now) => apply(trx, await queueItems(trx, now, listening), now),
    services: async (trx, now) => apply(trx, await queueServiceItems(trx, now), now),
    git: async (trx, now) => apply(trx, await gitItems(trx, now), now),
    runs: async (trx, now) => apply(trx, await lateRunItems(trx, readUsual, now), now),
    deployments: async (trx, now) => apply(trx, await idleDeploymentItems(trx, now, listening), now),
    schedules: async (trx, now) => apply(trx, await missedScheduleItems(trx), now),
    keys: async (trx, now) => apply(trx, await keyItems(trx, now), now),
    deliveries: async (trx, now) => apply(trx, await deliveryItems(trx, await failingDeliveries(trx)), now),
    hours: storeHours,
    purge: purgeAttention,
  }

  async function lookAround(): Promise<void> {
    await changing(async (trx) => {
      const now = clock.now()
      const messages: LiveMessage[] = []
      for (const look of await dueLooks(trx, now)) messages.push(...(await looks[look](trx, now)))
      return messages
    })
  }

  const loop = createWorkLoop({
    log,
    // The transaction has changed nothing then; it is tried again at the next turn.
    failure: 'what needs attention could not be kept',
    collectMs: COLLECT_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      for (let more = await anyChanges(db); more && !isStopping();) more = await applyChanges()
    },
    look: lookAround,
  })

  const onGroupsChanged: OnGroupsChanged = async (trx, changes) => {
    await noteGroups(trx, changes)
    loop.soon()
  }

  return {
    onGroupsChanged,
    /** Changes were noted in a transaction that is about to be committed. */
    soon: loop.soon,
    start: loop.start,
    /** Applies what was noted and does what is due, unless another process does so at this moment. */
    settle: loop.turn,
    stop: loop.stop,
  }
}

/** Of a group that has changed, owner and mute may have changed, which its item does not have. */
const toldAgain = ({ opened, closed }: { opened: readonly OpenedItem[]; closed: readonly EndedItem[] }) => ({
  opened: opened.map((item) => ({ ...item, told: true as const })),
  closed,
})
