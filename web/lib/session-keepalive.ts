import type { Session } from './session.ts'

/** Minimum time between two requests of `GET /session`, in milliseconds. */
export const CHECK_MS = 10 * 60_000
/** Time between two refreshes of the platform's token, in milliseconds. */
export const REFRESH_MS = 60 * 60_000
/** Interval of the timer; a computer that was asleep is late by at most this time. */
const TIMER_MS = 60_000

/**
 * Keeps a signed-in session alive: checks it after user input or while live updates arrive, and refreshes the
 * token hourly. Returns a function that stops it.
 */
export function keepSessionAlive(
  session: Pick<Session, 'check' | 'refresh'>,
  updatesFlow: () => boolean,
): () => void {
  let checked = Date.now()
  let refreshed = Date.now()
  let refreshing = false

  const check = () => {
    if (Date.now() - checked < CHECK_MS) return
    checked = Date.now()
    void session.check()
  }
  const refresh = async () => {
    if (refreshing || Date.now() - refreshed < REFRESH_MS) return
    refreshing = true
    if (await session.refresh()) refreshed = Date.now()
    refreshing = false
  }
  const onTimer = () => {
    if (updatesFlow()) check()
    void refresh()
  }

  const inputs = ['pointerdown', 'keydown', 'wheel'] as const
  for (const input of inputs) window.addEventListener(input, check, { passive: true })
  const timer = setInterval(onTimer, TIMER_MS)
  return () => {
    clearInterval(timer)
    for (const input of inputs) window.removeEventListener(input, check)
  }
}
