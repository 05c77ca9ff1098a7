import type { Pool } from 'pg'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { LivePublisher } from '../engine/types.ts'
import { createNotify } from './notify.ts'
import { createOutbox } from './outbox.ts'
import { createPublisher } from './publisher.ts'
import type { PusherAddress } from './pusher-service.ts'
import { createPusherEndpoint, type PusherEndpoint } from './pusher-endpoint.ts'
import { createRelay } from './relay.ts'

export interface LivePublishingOptions {
  pool: Pool
  /**
   * Address of a database that other platform processes may share; null when this process is its only user.
   */
  shared: string | null
  key: string
  /** A service that publishes to the clients, instead of an endpoint of this process. */
  service?: PusherAddress | null
  /** Receives all messages, of every process. */
  onMessages(messages: readonly LiveMessage[]): void
  log: Logger
  clock: Clock
}

export interface Live {
  publisher: LivePublisher
  /** Null when a service publishes to the clients. */
  endpoint: PusherEndpoint | null
  /** Delivers and marks what was committed. */
  stop(): Promise<void>
}

/** How long messages wait for earlier ones of other processes: twice the usual time of an announcement. */
const holdMs = 20

/** Delivers committed messages: publisher, Pusher clients, mark in the outbox, other processes. */
export async function startLive(options: LivePublishingOptions): Promise<Live> {
  if (!options.service) return startEmbedded(options)
  return startRelayed(options, options.service)
}

/** Each process has its own clients, and sends them what all processes commit. */
async function startEmbedded({
  pool,
  shared,
  key,
  onMessages,
  log,
  clock,
}: LivePublishingOptions): Promise<Live> {
  const endpoint = createPusherEndpoint({ key, log, clock })
  const notify = shared
    ? createNotify({
        connectionString: shared,
        pool,
        log,
        received: (rows) => publisher.received(rows),
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
      onMessages(messages)
    },
    published: outbox.published,
    ...(shared ? { hold: { ms: holdMs, now: () => clock.monotonic() } } : {}),
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

/** One process publishes what all commit; the others receive it for the calls that wait in them. */
async function startRelayed(options: LivePublishingOptions, address: PusherAddress): Promise<Live> {
  const { pool, shared, onMessages, log } = options
  // Loaded only when it is used: the client library of the service is large.
  const { createPusherService } = await import('./pusher-service.ts')
  const service = createPusherService(address)
  const relay = createRelay({ pool, publish: service.publish, log, keepPublished: shared !== null })
  const notify = shared
    ? createNotify({
        connectionString: shared,
        pool,
        log,
        received: (rows) => publisher.received(rows),
        // The outbox contains the messages of missed announcements, and the relay reads it.
        incomplete: () => log.debug('announcements may be missing'),
        complete: () => relay.wake(),
      })
    : null
  const outbox = createOutbox({ pool, log, announce: notify, relayed: true })
  const publisher = createPublisher({
    deliver(messages) {
      relay.wake()
      onMessages(messages)
    },
    published: outbox.published,
  })
  await notify?.start()
  await outbox.start()
  relay.start()
  return {
    publisher,
    endpoint: null,
    async stop() {
      publisher.flush()
      await outbox.stop()
      await relay.stop()
      await notify?.stop()
      service.close()
    },
  }
}
