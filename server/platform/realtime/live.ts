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

export interface LiveOptions {
  pool: Pool
  /** Address of a database that other platform processes may share; null when this process is its only user. */
  shared: string | null
  key: string
  /** A service that viewers are reached through, instead of an endpoint of this process. */
  service?: PusherAddress | null
  /** Told all messages, of whichever process. */
  heard(messages: readonly LiveMessage[]): void
  log: Logger
  clock: Clock
}

export interface Live {
  publisher: LivePublisher
  /** Null when viewers are reached through a service. */
  endpoint: PusherEndpoint | null
  /** Hands over and marks what was committed. */
  stop(): Promise<void>
}

/** How long messages wait for earlier ones of other processes: twice what their announcement usually takes. */
const holdMs = 20

/** The way of a committed message: publisher, Pusher clients, mark in the outbox, other processes. */
export async function startLive(options: LiveOptions): Promise<Live> {
  if (!options.service) return startEmbedded(options)
  // Loaded only where it is used: the library of the service is not small.
  const { startRelayed } = await import('./relayed.ts')
  return startRelayed(options, options.service)
}

/** Each process has viewers of its own, and tells them of what all processes commit. */
async function startEmbedded({ pool, shared, key, heard, log, clock }: LiveOptions): Promise<Live> {
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
      heard(messages)
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
