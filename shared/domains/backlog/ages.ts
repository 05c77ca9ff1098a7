/** The screen asks for the backlog again after this long, in milliseconds (spec section 9). */
export const BACKLOG_REFRESH_MS = 5000

/** From these ages on, in milliseconds, waiting is a warning, and a danger (spec section 9). */
const WARNING_MS = 60_000
const DANGER_MS = 600_000

export type AgeLevel = 'success' | 'warning' | 'danger'

/** How grave it is that the oldest task has waited for so long, in milliseconds. */
export function ageLevel(ageMs: number): AgeLevel {
  if (ageMs < WARNING_MS) return 'success'
  return ageMs < DANGER_MS ? 'warning' : 'danger'
}
