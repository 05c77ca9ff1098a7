import type { FastifyInstance } from 'fastify'
import { leaveService } from '../queues/sent-tasks.ts'
import { queueEndpoint, type QueueEndpointOptions } from './endpoint.ts'
import { queueUrl, type QueueName } from './queue-url.ts'

/** What queues are made of, of whichever kind they are. */
export type QueueParts = QueueEndpointOptions

/** The queues that workers take their tasks from. Everything else is the same for each kind: order, leases, attempts, reports. */
export interface TaskQueues {
  /** Where workers reach these queues, in their order; an empty text for one that does not exist yet. */
  addressesOf(queues: readonly QueueName[]): Promise<string[]>
  /** The report of a worker has begun a task: the queue may have room for the next one. */
  begun(): void
  /** Registers what workers call, and starts what works beside it until the app closes. */
  serve(app: FastifyInstance): Promise<void>
}

export type OpenQueues = (parts: QueueParts) => TaskQueues

/**
 * The queues of this platform: workers receive from its endpoint, and that starts an attempt. Without `serves` they receive
 * elsewhere, at another process or not at all.
 */
export function embeddedQueues({ serves }: { serves: boolean }): OpenQueues {
  return (parts) => ({
    addressesOf: async (queues) => queues.map((queue) => queueUrl(parts.queueUrlBase, queue)),
    begun() {},
    async serve(app) {
      if (!serves) return
      // What earlier processes have sent to a service would else wait for workers that ask there no more.
      app.addHook('onReady', () => leaveService(parts.db, parts.clock.now()))
      await app.register(queueEndpoint, parts)
    },
  })
}
