import type { Session } from './session.ts'

/** `GET /session` is asked at most this often, in milliseconds (contract section 3). */
export const CHECK_MS = 10 * 60_000
/** The platform's token is exchanged this often, in milliseconds (spec section 9). */
export const REFRESH_MS = 60 * 60_000
/** How often the keeper looks at the clock; a machine that slept is late by no more than this. */
const LOOK_MS = 60_000

/**
 * Keeps a signed-in session alive: asks who is signed in after user input or while updates flow, and
 * exchanges the token hourly. Returns the way to stop.
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
  const look = () => {
    if (updatesFlow()) check()
    void refresh()
  }

  const inputs = ['pointerdown', 'keydown', 'wheel'] as const
  for (const input of inputs) window.addEventListener(input, check, { passive: true })
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    for (const input of inputs) window.removeEventListener(input, check)
  }
}
