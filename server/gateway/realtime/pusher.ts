import Pusher from 'pusher-js'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { LiveListener, LiveSource, LiveSourceCounters } from './live-source.ts'
import { createWatchdog } from './watchdog.ts'

export interface LiveSourceOptions {
  key: string
  cluster: string
  /** A self-hosted service of the protocol; without one the address of the cluster. */
  host?: string | undefined
  port?: number | undefined
  tls: boolean
  /** Calls its listener when the embedded service has started, so that the source connects at once. */
  onStarted?: ((listener: () => void) => void) | undefined
  log: Logger
  clock?: Clock
  /** Shorter times, for tests. */
  timing?: Partial<typeof usualTiming>
}

/** Milliseconds. */
const usualTiming = {
  /** A silent connection is sent a ping after this time. */
  activity: 10_000,
  /** The connection is closed when the ping is not answered within this time. */
  pong: 5000,
  /** A refused channel is tried again after this time and up to as much again. */
  rejoin: 5000,
}

/** The protocol's own events, which are not live messages. */
const PROTOCOL_PREFIX = 'pusher:'
const JOINED = 'pusher:subscription_succeeded'
const REFUSED = 'pusher:subscription_error'

/**
 * Live events of the realtime service over one connection of the Pusher protocol. After a loss the library
 * joins all channels again, and each then calls `onReady`.
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  const { key, cluster, host, port, tls, log, clock = systemClock } = options
  const { activity, pong, rejoin } = { ...usualTiming, ...options.timing }
  const counters: LiveSourceCounters = { connections: 0, errors: 0, refusedChannels: 0 }
  const listeners = new Set<LiveListener>()
  const pusher = new Pusher(key, {
    cluster,
    forceTLS: tls,
    enabledTransports: ['ws'],
    disableStats: true,
    activityTimeout: activity,
    pongTimeout: pong,
    ...(host && { wsHost: host }),
    ...(port && { wsPort: port, wssPort: port }),
  })
  keepFromThrowing(pusher.connection, (error) => {
    counters.errors++
    log.error({ err: error }, 'a message of the realtime service was not understood')
  })
  const reconnect = () => {
    pusher.disconnect()
    pusher.connect()
  }
  const onUnavailable = () => {
    for (const listener of listeners) listener.onUnavailable()
  }
  const watchdog = createWatchdog(pusher.connection, {
    reconnect,
    onUnavailable,
    clock,
    log,
    disconnect: () => pusher.disconnect(),
  })
  pusher.connection.bind('connected', () => counters.connections++)
  pusher.connection.bind('error', () => counters.errors++)
  let closed = false
  options.onStarted?.(() => {
    if (!closed && pusher.connection.state !== 'connected') reconnect()
  })

  return {
    counters,
    subscribe(name, listener) {
      const channel = pusher.subscribe(name)
      let retry: NodeJS.Timeout | undefined
      const onRefused = () => {
        counters.refusedChannels++
        log.error({ channel: name }, 'realtime service refused a channel')
        listener.onUnavailable()
        clearTimeout(retry)
        retry = setTimeout(() => channel.subscribe(), rejoin * (1 + Math.random())).unref()
      }
      const receive = (event: string, data: unknown) => {
        if (event === JOINED) listener.onReady()
        else if (event === REFUSED) onRefused()
        else if (!event.startsWith(PROTOCOL_PREFIX)) listener.onEvent(event, data)
      }
      listeners.add(listener)
      channel.bind_global(receive)
      // The library keeps the channel object of a name, which may have been joined before.
      if (channel.subscribed) listener.onReady()
      let left = false
      return () => {
        if (left) return
        left = true
        clearTimeout(retry)
        listeners.delete(listener)
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

interface Emitter {
  emit(event: string, ...rest: never[]): unknown
}

/** Catches the error that the library throws for a malformed message; uncaught it would end the process. */
function keepFromThrowing(connection: Emitter, onError: (error: Error) => void): void {
  const emit = connection.emit.bind(connection)
  connection.emit = (event, ...rest) => {
    try {
      return emit(event, ...rest)
    } catch (error) {
      onError(toError(error))
      return connection
    }
  }
}
