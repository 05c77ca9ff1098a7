import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'

/** What the watchdog looks at: the connection of pusher-js. */
export interface WatchedConnection {
  state: string
  bind(event: string, listener: (detail: unknown) => void): unknown
}

export interface Watchdog {
  stop(): void
}

const TICK = 250
/**
 * How long an attempt may take, one after the other, in milliseconds: short at first, because the library
 * alone waits 15 to 60 s after a loss; longer later, so that a slow handshake is not cut off every time.
 */
const PATIENCE = [2000, 3000, 5000, 8000]
const JITTER = 500
/** After a refusal that a retry will not change (wrong key, over quota: codes 4000 to 4099). */
const REFUSED_PAUSE = 60_000

/** Reconnects a connection that stays away, with growing patience and jitter. */
export function createWatchdog(
  connection: WatchedConnection,
  { reconnect, clock, log }: { reconnect: () => void; clock: Clock; log: Logger },
): Watchdog {
  let attempt = 0
  /** When to reconnect; null while connected. */
  let due: number | null = null

  const wait = () => {
    const patience = PATIENCE[Math.min(attempt, PATIENCE.length - 1)] as number
    due = clock.monotonic() + patience + Math.random() * JITTER
  }
  connection.bind('connected', () => {
    if (attempt) log.info({ attempts: attempt }, 'realtime service connected again')
    attempt = 0
    due = null
  })
  connection.bind('error', (detail) => {
    const code = errorCode(detail)
    log.warn({ code }, 'realtime service reported an error')
    if (code !== null && code >= 4000 && code < 4100) due = clock.monotonic() + REFUSED_PAUSE
  })

  const tick = () => {
    if (connection.state === 'connected') return
    if (due === null) return wait()
    if (clock.monotonic() < due) return
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
