import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'

/** What the watchdog looks at: the connection of pusher-js. */
export interface WatchedConnection {
  state: string
  bind(event: string, listener: (detail: unknown) => void): unknown
}

export interface Watchdog {
  stop(): void
}

export interface WatchdogDeps {
  /** Ends whatever the library tries, and begins one attempt. */
  reconnect: () => void
  /** Ends whatever the library tries. */
  disconnect: () => void
  /** The connection has been away for a moment: events are missed until it is back. Once per loss. */
  onUnavailable: () => void
  clock: Clock
  log: Logger
}

const TICK = 250
/** A connection that is back sooner has not been away. */
const DOWN_AFTER = 1000
/**
 * How long an attempt may take, one after the other, in milliseconds: short at first, because the library
 * alone waits 15 to 60 s after a loss; longer later, so that a slow handshake is not cut off every time, but so
 * that after the service's return everybody has read again within 10 s.
 */
const ATTEMPT_TIMEOUTS = [2000, 3000, 4500, 6000]
const JITTER = 500
/** After a refusal that a retry will not change (wrong key, over quota: codes 4000 to 4099). */
const REFUSED_PAUSE = 60_000

/** Reconnects a connection that stays away, with growing patience and jitter. */
export function createWatchdog(connection: WatchedConnection, deps: WatchdogDeps): Watchdog {
  const { reconnect, disconnect, onUnavailable, clock, log } = deps
  let attempt = 0
  /** When to reconnect; null while connected. */
  let due: number | null = null
  /** Since when it is seen to be away; null while connected. */
  let downSince: number | null = null
  let reported = false

  const wait = () => {
    const timeout = ATTEMPT_TIMEOUTS[Math.min(attempt, ATTEMPT_TIMEOUTS.length - 1)] as number
    due = clock.monotonic() + timeout + Math.random() * JITTER
  }
  connection.bind('connected', () => {
    if (attempt) log.info({ attempts: attempt }, 'realtime service connected again')
    attempt = 0
    due = downSince = null
    reported = false
  })
  connection.bind('error', (detail) => {
    const code = errorCode(detail)
    log.warn({ code }, 'realtime service reported an error')
    // Below 4000 are WebSocket's own: the library tries once after a second.
    if (code === null || code < 4000) return
    if (code < 4100) due = clock.monotonic() + REFUSED_PAUSE
    else if (due === null) wait()
    // Left alone, the library comes back within the millisecond when told to (4200), for as long as it is told to.
    // It does so after this event, so it is stopped after that.
    queueMicrotask(disconnect)
  })

  const tick = () => {
    if (connection.state === 'connected') return
    const now = clock.monotonic()
    downSince ??= now
    if (!reported && now - downSince >= DOWN_AFTER) {
      reported = true
      onUnavailable()
    }
    if (due === null) return wait()
    if (now < due) return
    attempt++
    if (attempt === 1) log.warn('realtime service is away, connecting again')
    wait()
    reconnect()
  }
  const timer = setInterval(tick, TICK).unref()
  return { stop: () => clearInterval(timer) }
}

/** The protocol's code in any of the shapes that pusher-js gives it. */
function errorCode(detail: unknown): number | null {
  for (let level = detail; typeof level === 'object' && level !== null;) {
    const { code, data, error } = level as { code?: unknown; data?: unknown; error?: unknown }
    if (typeof code === 'number') return code
    level = error ?? data
  }
  return null
}
