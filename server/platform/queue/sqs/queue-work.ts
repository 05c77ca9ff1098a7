import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { AliasIdentity } from '../alias-credentials.ts'
import type { Database } from '#server/platform/db/database.ts'
import { countSent, withdrawSent } from '#server/platform/queues/sent-tasks.ts'
import type { LeaseStore } from '../lease-store.ts'
import { batchesOf, type createOutgoing, type OutgoingMessage } from './outgoing.ts'
import type { QueueStore, ServiceQueue } from './queue-store.ts'
import { isAbsent, type QueueService, type Unsent } from './service.ts'
import { ServiceFault } from './service-fault.ts'

/** Tasks of one queue that are in the service and wait there for a worker. */
export const MOST_AHEAD = 100
/** How long a task is reserved for being sent, in milliseconds; a process that dies meanwhile delays it by that. */
const SENDING_MS = 60_000
/** What the service says of a message that it will never take. */
const hopeless = ['InvalidMessageContents', 'BatchRequestTooLong', 'InvalidParameterValue']

interface QueueWorkParts {
  db: Kysely<Database>
  leases: LeaseStore
  service: QueueService
  store: QueueStore
  outgoing: ReturnType<typeof createOutgoing>
  clock: Clock
  log: Logger
}

/** Does what is due for one queue. Throws ServiceFault when the service does not do its part; nothing is lost then. */
export function createQueueWork({ db, leases, service, store, outgoing, clock, log }: QueueWorkParts) {
  async function make(queue: ServiceQueue): Promise<string> {
    const url = await service.create(queue.name)
    await store.made(queue, url)
    return url
  }

  async function remove(queue: ServiceQueue): Promise<void> {
    await withdrawSent(db, queue, clock.now())
    if (queue.url !== null) await service.remove(queue.url)
    await store.removed(queue)
  }

  /** The queue was removed in the service, and what was in it is lost: it is made again, and its tasks are sent again. */
  async function remake(queue: ServiceQueue): Promise<string> {
    log.warn({ queue: queue.name }, 'a queue of the service does not exist any more and is made again')
    await store.made(queue, null)
    await withdrawSent(db, queue, clock.now())
    return make(queue)
  }

  async function fill(queue: ServiceQueue, alias: AliasIdentity, url: string): Promise<void> {
    const now = clock.now()
    const room = MOST_AHEAD - (await countSent(db, queue.queue, now))
    if (room <= 0) return
    const { tasks } = await leases.reserve(alias, room, { now, until: now + SENDING_MS })
    let left: OutgoingMessage[]
    try {
      left = await outgoing.messagesOf(alias, tasks)
    } catch (error) {
      await Promise.all(tasks.map((task) => leases.release(task, clock.now())))
      throw error
    }
    const settled = await Promise.allSettled(batchesOf(left).map((batch) => send(alias, url, batch)))
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw toError(failed.reason)
  }

  async function send(alias: AliasIdentity, url: string, batch: readonly OutgoingMessage[]): Promise<void> {
    let unsent: Unsent[]
    try {
      unsent = await service.send(url, batch)
    } catch (error) {
      const code = error instanceof ServiceFault && hopeless.includes(error.code) ? error.code : null
      // One message of them may be the reason.
      if (code !== null && batch.length > 1) return sendSingly(alias, url, batch)
      await settle(
        alias,
        batch,
        batch.map((_message, index) => ({ index, code: code ?? '' })),
      )
      if (code === null) throw error
      return
    }
    await settle(alias, batch, unsent)
    const other = unsent.find(({ code }) => !hopeless.includes(code))
    if (other) throw new ServiceFault('refused', other.code, `does not take messages (${other.code})`)
  }

  async function sendSingly(
    alias: AliasIdentity,
    url: string,
    batch: readonly OutgoingMessage[],
  ): Promise<void> {
    const settled = await Promise.allSettled(batch.map((message) => send(alias, url, [message])))
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw toError(failed.reason)
  }

  /** What was not certainly taken is released: should it arrive after that, its lease is over. */
  async function settle(
    alias: AliasIdentity,
    batch: readonly OutgoingMessage[],
    unsent: readonly Unsent[],
  ): Promise<void> {
    const refused = new Set(unsent.map(({ index }) => index))
    const taken = batch.filter((_message, index) => !refused.has(index))
    await leases.sent(
      taken.map(({ task }) => task),
      clock.now(),
    )
    for (const { index, code } of unsent) {
      const message = batch[index]
      if (!message) continue
      await leases.releaseUnsent(message.task, clock.now())
      if (hopeless.includes(code))
        await outgoing.fail(alias, message.task, `The queue service refuses its message: ${code}`)
    }
  }

  return async function work(queue: ServiceQueue): Promise<'removed' | 'done'> {
    const { accountId, type, alias, aliasId, workerId } = queue
    if (aliasId === null || workerId === null) {
      await remove(queue)
      return 'removed'
    }
    const identity = { aliasId, workerId, accountId, type, alias }
    const url = queue.url ?? (await make(queue))
    try {
      if (queue.isFaulty && queue.url !== null) await service.look(url)
      await fill(queue, identity, url)
    } catch (error) {
      if (!isAbsent(error)) throw error
      await fill(queue, identity, await remake(queue))
    }
    return 'done'
  }
}
