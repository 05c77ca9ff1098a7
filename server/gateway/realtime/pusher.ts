import Pusher from 'pusher-js'
import { systemClock, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { LiveListener, LiveSource } from './live-source.ts'
import { createWatchdog } from './watchdog.ts'

export interface LiveSourceOptions {
  key: string
  cluster: string
  /** A self-hosted service of the protocol; the cluster's own address when absent. */
  host?: string | undefined
  port?: number | undefined
  tls: boolean
  /** Calls its listener whenever the service has just started, so that it is joined without waiting. */
  onStarted?: ((listener: () => void) => void) | undefined
  log: Logger
  clock?: Clock
}

/** A silent connection is asked for a sign of life after this, and given up after the second, in milliseconds. */
const ACTIVITY_TIMEOUT = 10_000
const PONG_TIMEOUT = 5000

/** The protocol's own events, which are no live messages. */
const PROTOCOL_PREFIX = 'pusher:'
const JOINED = 'pusher:subscription_succeeded'
const REFUSED = 'pusher:subscription_error'

/**
 * Live events of the realtime service over one connection of the Pusher protocol. The library joins all
 * channels again by itself after a loss, and each then reports `onReady`.
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { key, cluster, host, port, tls, log, clock = systemClock } = options
  const pusher = new Pusher(key, {
    cluster,
    forceTLS: tls,
    enabledTransports: ['ws'],
    disableStats: true,
    activityTimeout: ACTIVITY_TIMEOUT,
    pongTimeout: PONG_TIMEOUT,
    ...(host && { wsHost: host }),
    ...(port && { wsPort: port, wssPort: port }),
  })
  const reconnect = () => {
    pusher.disconnect()
    pusher.connect()
  }
  const watchdog = createWatchdog(pusher.connection, { reconnect, clock, log })
  let closed = false
  options.onStarted?.(() => {
    if (!closed && pusher.connection.state !== 'connected') reconnect()
  })

  return {
    subscribe(name, listener) {
      const channel = pusher.subscribe(name)
      const receive = (event: string, data: unknown) => receiveEvent(listener, log, name, event, data)
      channel.bind_global(receive)
      // The library keeps the channel object of a name, which may have been joined before.
      if (channel.subscribed) listener.onReady()
      let left = false
      return () => {
        if (left) return
        left = true
        channel.unbind_global(receive)
        if (!closed) pusher.unsubscribe(name)
      }
    },
    state: () => (pusher.connection.state === 'connected' ? 'up' : 'down'),
    close() {
      if (closed) return
      closed = true
      watchdog.stop()
      pusher.disconnect()
    },
  }
}

function receiveEvent(
  listener: LiveListener,
  log: Logger,
  channel: string,
  event: string,
  data: unknown,
): void {
  if (event === JOINED) listener.onReady()
  else if (event === REFUSED) log.error({ channel }, 'realtime service refused a channel')
  else if (!event.startsWith(PROTOCOL_PREFIX)) listener.onEvent(event, data)
}
