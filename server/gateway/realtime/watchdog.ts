import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'

/** The part of a pusher-js connection that the watchdog reads. */
export interface WatchedConnection {
  state: string
  bind(event: string, listener: (detail: unknown) => void): unknown
}

export interface Watchdog {
  stop(): void
}

export interface WatchdogDeps {
  /** Ends the attempts of the library, and starts one attempt. */
  reconnect: () => void
  /** Ends the attempts of the library. */
  disconnect: () => void
  /** The connection is down for longer than a second: events are missed until it is back. Once per loss. */
  onUnavailable: () => void
  clock: Clock
  log: Logger
}

const TICK = 250
/** A shorter loss is not reported. */
const DOWN_AFTER = 1000
/**
 * How long each attempt may take, in milliseconds. Short at first, because the library alone waits 15 to 60 s
 * after a loss; longer later, so that a slow handshake can complete, but every client has read again within
 * 10 s after the return of the service.
 */
const ATTEMPT_TIMEOUTS = [2000, 3000, 4500, 6000]
const JITTER = 500
/** After a refusal that a retry does not change (wrong key, over quota: codes 4000 to 4099). */
const REFUSED_PAUSE = 60_000

/** Reconnects a connection that stays down, with growing timeouts and jitter. */
export function createWatchdog(connection: WatchedConnection, deps: WatchdogDeps): Watchdog {
  const { reconnect, disconnect, onUnavailable, clock, log } = deps
  let attempt = 0
  /** When to reconnect; null while connected. */
  let due: number | null = null
  /** Since when the connection is down; null while connected. */
  let downSince: number | null = null
  let reported = false

  const wait = () => {
    const timeout = ATTEMPT_TIMEOUTS[Math.min(attempt, ATTEMPT_TIMEOUTS.length - 1)] as number
    due = clock.monotonic() + timeout + Math.random() * JITTER
  }
  connection.bind('connected', () => {
    if (attempt) log.info({ attempts: attempt }, 'realtime service reconnected')
    attempt = 0
    due = downSince = null
    reported = false
  })
  connection.bind('error', (detail) => {
    const code = errorCode(detail)
    log.warn({ code }, 'realtime service reported an error')
    // Codes below 4000 are those of WebSocket: the library retries once after a second.
    if (code === null || code < 4000) return
    if (code < 4100) due = clock.monotonic() + REFUSED_PAUSE
    else if (due === null) wait()
    // After 4200 the library reconnects within a millisecond, as often as the service sends the code.
    // It reconnects after this event, so it is stopped later.
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
    if (attempt === 1) log.warn('realtime service is unavailable, reconnecting')
    wait()
    reconnect()
  }
  const timer = setInterval(tick, TICK).unref()
  return { stop: () => clearInterval(timer) }
}

/** The code of the protocol in any of the shapes of pusher-js. */
function errorCode(detail: unknown): number | null {
  for (let level = detail; typeof level === 'object' && level !== null;) {
    const { code, data, error } = level as { code?: unknown; data?: unknown; error?: unknown }
    if (typeof code === 'number') return code
    level = error ?? data
  }
  return null
}
