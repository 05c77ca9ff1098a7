import { lastExchange } from './last-exchange.ts'
import type { Session } from './session.ts'

/** Minimum time between two requests of `GET /session`, in milliseconds. */
export const CHECK_MS = 10 * 60_000
/** Time between two refreshes of the platform's token, in milliseconds. */
export const REFRESH_MS = 60 * 60_000
/** Interval of the timer; a computer that was asleep is late by at most this time. */
const TIMER_MS = 60_000

/**
 * Keeps a signed-in session alive: checks it after user input or while live updates arrive, and refreshes the
 * token an hour after its last exchange, in whichever tab and page that was. Returns a function that stops it.
 */
export function keepSessionAlive(
  session: Pick<Session, 'check' | 'refresh'>,
  updatesFlow: () => boolean,
): () => void {
  let checked = Date.now()
  let refreshing = false

  const check = () => {
    if (Date.now() - checked < CHECK_MS) return
    checked = Date.now()
    void session.check()
  }
  const refresh = async () => {
    if (refreshing || sinceExchange() < REFRESH_MS) return
    refreshing = true
    if (await session.refresh()) lastExchange.note()
    refreshing = false
  }
  const onTimer = () => {
    if (updatesFlow()) check()
    void refresh()
  }

  sinceExchange()
  const inputs = ['pointerdown', 'keydown', 'wheel'] as const
  for (const input of inputs) window.addEventListener(input, check, { passive: true })
  const timer = setInterval(onTimer, TIMER_MS)
  return () => {
    clearInterval(timer)
    for (const input of inputs) window.removeEventListener(input, check)
  }
}

/** Milliseconds since the last exchange. Counting begins now when its time is unknown, or when the clock was set back. */
function sinceExchange(): number {
  const at = lastExchange.read()
  const since = at === null ? NaN : Date.now() - at
  if (since >= 0) return since
  lastExchange.note()
  return 0
}
