import type { Live, LiveOptions } from './live.ts'
import { createNotify } from './notify.ts'
import { createOutbox } from './outbox.ts'
import { createPublisher } from './publisher.ts'
import { createPusherService, type PusherAddress } from './pusher-service.ts'
import { createRelay } from './relay.ts'

/** One process publishes what all commit; the others learn of it for what waits in them. */
export async function startRelayed(options: LiveOptions, address: PusherAddress): Promise<Live> {
  const { pool, shared, heard, log } = options
  const service = createPusherService(address)
  const relay = createRelay({ pool, publish: service.publish, log, keepPublished: shared !== null })
  const notify = shared
    ? createNotify({
        connectionString: shared,
        pool,
        log,
        received: (rows) => publisher.received(rows),
        // The outbox holds what was not heard of, and the relay looks there.
        incomplete: () => log.debug('announcements may be missing'),
        complete: () => relay.wake(),
      })
    : null
  const outbox = createOutbox({ pool, log, announce: notify, relayed: true })
  const publisher = createPublisher({
    deliver(messages) {
      relay.wake()
      heard(messages)
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
