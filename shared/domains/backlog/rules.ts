/** Queued, started and retrying tasks of one type and alias. */
export interface BacklogCounts {
  queued: number
  started: number
  retry: number
}

export const noBacklog: BacklogCounts = { queued: 0, started: 0, retry: 0 }

type Change = Partial<BacklogCounts>

/** How a task's new status changes the counts of its type and alias. */
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

/** Refresh interval of the backlog dashboard, in milliseconds. */
export const BACKLOG_REFRESH_MS = 5000

/** Ages in milliseconds from which waiting is a warning, and a danger. */
const WARNING_MS = 60_000
const DANGER_MS = 600_000

export type AgeLevel = 'success' | 'warning' | 'danger'

/** Severity of the age of the oldest waiting task. */
export function ageLevel(ageMs: number): AgeLevel {
  if (ageMs < WARNING_MS) return 'success'
  return ageMs < DANGER_MS ? 'warning' : 'danger'
}
