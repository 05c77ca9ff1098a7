import type { TaskStatus } from '../tasks/constants.ts'
import { workqueueRowMessages } from './messages.ts'
import { stripLetters } from './statuses.ts'

/** One part of the strip of a run. */
export interface StripPart {
  /** A status of tasks; a text that is none for a letter that is not known. */
  status: string
  /** Number of tasks. */
  count: number
}

const statusOfLetter = new Map<string, string>(
  Object.entries(stripLetters).map(([status, letter]) => [letter, status]),
)

/** How far a status is from the end of its task, the farthest last. */
const progress: readonly string[] = [
  'ended',
  'skipped',
  'failed',
  'retry',
  'started',
  'queued',
  'notstarted',
] satisfies TaskStatus[]

/**
 * The strip of a run: one part for each task in the order of the definition where `strip` has its letters, else one part
 * for each status, by its number of tasks. Empty when neither is known.
 */
export function stripPartsOf(strip: string | null, counts: unknown): StripPart[] {
  if (strip) return [...strip].map((letter) => ({ status: statusOfLetter.get(letter) ?? letter, count: 1 }))
  if (typeof counts !== 'object' || counts === null) return []
  const rank = (status: string) => (progress.includes(status) ? progress.indexOf(status) : progress.length)
  return Object.entries(counts)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0)
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => rank(a.status) - rank(b.status))
}

/** Statuses of tasks that no run has that completed or was cancelled. */
const unfinished: readonly string[] = ['started', 'queued', 'retry'] satisfies TaskStatus[]

/** Whether a strip that was read earlier can still be that of a run whose status may have changed since. */
export function stripFits(run: { status: string; strip: string | null; taskCounts: unknown }): boolean {
  const statuses = new Set(stripPartsOf(run.strip, run.taskCounts).map(({ status }) => status))
  if (run.status === 'failed') return statuses.size === 0 || statuses.has('failed')
  if (run.status === 'completed' && statuses.has('notstarted')) return false
  if (run.status !== 'completed' && run.status !== 'cancelled') return true
  return !unfinished.some((status) => statuses.has(status))
}

/** Statuses in the order of their urgency. */
const urgency: readonly string[] = ['failed', 'retry', 'started', 'queued', 'ended', 'skipped', 'notstarted']

/** The strip in words, the most urgent status first: `6 tasks: 1 failed, 3 ended, 2 not started`. */
export function stripText(parts: readonly StripPart[]): string {
  const counts = new Map<string, number>()
  for (const { status, count } of parts) counts.set(status, (counts.get(status) ?? 0) + count)
  const rank = (status: string) => (urgency.includes(status) ? urgency.indexOf(status) : urgency.length)
  const words = [...counts]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([status, count]) => `${count} ${status === 'notstarted' ? 'not started' : status}`)
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return `${workqueueRowMessages.tasks(total)}: ${words.join(', ')}`
}

export interface ChildCountsOfRow {
  total: number | null
  failed: number | null
  running: number | null
}

/** The children of a run in words; the failed ones are apart, because they are shown in their colour. */
export function childrenText(
  children: ChildCountsOfRow,
  parentStatus: string,
): { head: string; failed: string | null; rest: string } {
  const total = children.total ?? 0
  const [failed, running] = [children.failed ?? 0, children.running ?? 0]
  // The children that a cancel stopped are not counted apart.
  const ended = parentStatus === 'cancelled' ? 'ended' : 'completed'
  const head = workqueueRowMessages.children(total)
  if (failed === 0 && running === 0) return { head: `${head}, `, failed: null, rest: `all ${ended}` }
  const others = [
    running > 0 ? `${running} running` : '',
    total > failed + running ? `${total - failed - running} ${ended}` : '',
  ].filter(Boolean)
  const rest = others.join(', ')
  return {
    head: `${head}: `,
    failed: failed > 0 ? `${failed} failed${rest === '' ? '' : ', '}` : null,
    rest,
  }
}

/** The times of a run that its duration follows from; moments are ISO strings. */
export interface ActiveTime {
  activeMs: number | null
  activeSince: string | null
}

/** Milliseconds in which a task ran or was queued, until `now`; null where the platform does not count them. */
export function activeMsAt({ activeMs, activeSince }: ActiveTime, now: number): number | null {
  if (activeMs === null) return null
  return activeSince === null ? activeMs : activeMs + Math.max(0, now - Date.parse(activeSince))
}

/**
 * Whether a cause that was read earlier can still be that of a run whose status has changed since: a live event has the
 * status only.
 */
export function fitsStatus(code: string, status: string): boolean {
  if (status === 'failed' || status === 'cancelled') return code === status
  return status !== 'completed' && code !== 'cancelled'
}
