import type { Pool } from 'pg'
import type { LiveMessage } from '../../../shared/realtime/events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { LivePublisher } from '../engine/types.ts'
import { createNotify } from './notify.ts'
import { createOutbox } from './outbox.ts'
import { createPublisher } from './publisher.ts'
import { createPusherEndpoint, type PusherEndpoint } from './pusher-endpoint.ts'

export interface LiveOptions {
  pool: Pool
  /** Address of a database that other platform processes may share; null when this process is its only user. */
  shared: string | null
  key: string
  /** Told all messages, of whichever process. */
  heard(messages: readonly LiveMessage[]): void
  log: Logger
  clock: Clock
}

export interface Live {
  publisher: LivePublisher
  endpoint: PusherEndpoint
  /** Hands over and marks what was committed. */
  stop(): Promise<void>
}

/** The way of a committed message: publisher, own Pusher clients, mark in the outbox, other processes. */
export async function startLive({ pool, shared, key, heard, log, clock }: LiveOptions): Promise<Live> {
  const endpoint = createPusherEndpoint({ key, log, clock })
  const notify = shared
    ? createNotify({
        connectionString: shared,
        pool,
        log,
        received: (messages) => publisher.received(messages),
        incomplete() {
          endpoint.accept(false)
          endpoint.closeClients()
        },
        complete: () => endpoint.accept(true),
      })
    : null
  const outbox = createOutbox({ pool, log, announce: notify })
  const publisher = createPublisher({
    deliver(messages) {
      endpoint.send(messages)
      heard(messages)
    },
    published: outbox.published,
  })
  await notify?.start()
  await outbox.start()
  return {
    publisher,
    endpoint,
    async stop() {
      publisher.flush()
      await outbox.stop()
      await notify?.stop()
      await endpoint.stop()
    },
  }
}
