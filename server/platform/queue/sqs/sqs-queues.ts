import { setTimeout as pause } from 'node:timers/promises'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import { toError } from '#server/lib/errors.ts'
import { createVariableReader } from '#server/platform/auth/app-variables.ts'
import { DEFAULT_VISIBILITY_MS, SILENCE_MS } from '../lease-store.ts'
import type { OpenQueues } from '../task-queues.ts'
import { createOutgoing } from './outgoing.ts'
import { retryWaitMs, createQueueStore, type ServiceQueue } from './queue-store.ts'
import { createQueueWork } from './queue-work.ts'
import { createQueueService, type OnCall } from './service.ts'
import { ServiceFault } from './service-fault.ts'

/** Changes are collected for so long; so often is looked for those of other processes. */
const COLLECT_MS = 20
const LOOK_MS = 500
/** Queues that are worked on at once. */
const AT_ONCE = 8
/** How long the answer to a call waits for the queue of a new alias. */
const MADE_MS = 3000
const MADE_LOOK_MS = 50

export interface SqsOptions {
  /** `SQS_ENDPOINT`; absent: that of Amazon for the region. */
  endpoint?: string | undefined
  onCall?: OnCall | undefined
  /** How long a call may take. */
  callMs?: number
}

/**
 * The queues of Amazon SQS, or of a compatible service. The platform makes and removes them with aliases, and sends what waits
 * in its own order, at most 100 tasks of a queue ahead. A message has the lease of its task; the first report with it begins the
 * attempt (`begin.ts`). What the service loses is sent again when its lease is over.
 */
export function sqsQueues({ endpoint, onCall, callMs }: SqsOptions): OpenQueues {
  return (parts) => {
    const { db, pool, seal, leases, engine, taskNotices, clock, log } = parts
    const service = createQueueService({
      endpoint,
      onCall,
      ...(callMs === undefined ? {} : { callMs }),
      retentionS: SILENCE_MS / 1000,
      visibilityS: DEFAULT_VISIBILITY_MS / 1000,
    })
    const store = createQueueStore(db)
    const outgoing = createOutgoing({
      pool,
      engine,
      readVariables: createVariableReader({ db, seal }),
      clock,
    })
    const work = createQueueWork({ db, leases, service, store, outgoing, clock, log })
    /** After a fault of the whole service it is asked for one queue at a time, and not before this moment. */
    let failures = 0
    let notBefore = 0
    let host = ''

    async function workOn(queue: ServiceQueue): Promise<void> {
      try {
        if ((await work(queue)) === 'done') await store.succeeded(queue)
        if (failures > 0) log.info('the queue service works again')
        failures = 0
      } catch (error) {
        if (!(error instanceof ServiceFault)) {
          await store.leave(queue)
          throw error
        }
        await store.failed(queue, { reason: error.message, isOfAll: error.isOfAll }, clock.now())
        const level = error.isOfAll && failures > 0 ? 'debug' : 'warn'
        log[level]({ queue: queue.name, reason: error.message }, 'the queue service did not do its part')
        if (!error.isOfAll) return
        notBefore = clock.monotonic() + retryWaitMs(failures)
        failures++
      }
    }

    async function drain(isStopping: () => boolean): Promise<void> {
      if (!host) {
        host = await service.host()
        await store.moveTo(host, clock.now())
      }
      await store.noteNew(host, clock.now())
      const done: string[] = []
      for (;;) {
        if (isStopping() || clock.monotonic() < notBefore) return
        const queues = await store.take(clock.now(), failures > 0 ? 1 : AT_ONCE, done)
        if (queues.length === 0) return
        done.push(...queues.map(({ queue }) => queue))
        const settled = await Promise.allSettled(queues.map(workOn))
        const failed = settled.find((one) => one.status === 'rejected')
        if (failed) throw toError(failed.reason)
      }
    }

    const loop = createWorkLoop({
      log,
      failure: 'tasks could not be sent to the queue service and will be tried again',
      collectMs: COLLECT_MS,
      everyMs: LOOK_MS,
      drain,
    })
    taskNotices.subscribe(() => loop.soon())

    return {
      async addressesOf(queues) {
        const end = Date.now() + MADE_MS
        for (;;) {
          const found = await store.addresses(queues)
          const isMaking = found.some(({ url, isFaulty }) => url === null && !isFaulty)
          if (!isMaking || Date.now() >= end) return found.map(({ url }) => url ?? '')
          loop.soon()
          await pause(MADE_LOOK_MS)
        }
      },
      begun: () => loop.soon(),
      async serve(app) {
        app.addHook('onReady', async () => loop.start())
        app.addHook('onClose', async () => {
          await loop.stop()
          service.close()
        })
      },
    }
  }
}
