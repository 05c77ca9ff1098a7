/** What waits and runs of one task type and alias. */
export interface BacklogCounts {
  queued: number
  started: number
  retry: number
}

export const noBacklog: BacklogCounts = { queued: 0, started: 0, retry: 0 }

type Change = Partial<BacklogCounts>

/** What one task's new status does to the counts of its type and alias (spec section 4). */
const changes: Readonly<Record<string, Change>> = {
  queued: { queued: 1 },
  started: { queued: -1, started: 1 },
  retry: { started: -1, retry: 1 },
  failed: { started: -1 },
  ended: { started: -1 },
}

/** The counts after a task entered `status`; never below 0. Throws on a status that has no rule. */
export function countStatus(counts: BacklogCounts, status: string): BacklogCounts {
  const change = Object.hasOwn(changes, status) ? changes[status] : undefined
  if (!change) throw new Error(`No backlog rule for the task status ${status.slice(0, 64)}`)
  const moved = (key: keyof BacklogCounts) => Math.max(0, counts[key] + (change[key] ?? 0))
  return { queued: moved('queued'), started: moved('started'), retry: moved('retry') }
}

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
