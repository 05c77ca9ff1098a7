import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'

/** Squares per row of a heat grid. */
export const PER_ROW = { wide: 50, middle: 40, narrow: 20 } as const

/** A grid has at most this number of squares; with more members a square stands for several. */
export const MAX_SQUARES = 1000

/** A task or a child run in a heat grid; moments are ISO strings. */
export interface HeatMember {
  id: string
  name: string
  status: string
  reason?: string | null
  started: string | null
  ended: string | null
}

/** From the worst to the best; an unknown status stands after `queued`. */
const severity = ['failed', 'retry', 'started', 'queued', 'notstarted', 'cancelled', 'skipped', 'ended']

function rank(status: string): number {
  const index = severity.indexOf(status === 'completed' ? 'ended' : status)
  return index < 0 ? severity.indexOf('queued') + 0.5 : index
}

/** The worst of some statuses; empty for none. */
export function worstStatus(statuses: readonly string[]): string {
  return statuses.reduce((worst, each) => (worst === '' || rank(each) < rank(worst) ? each : worst), '')
}

/** The number of squares for `count` members. */
export function squaresOf(count: number): number {
  return Math.ceil(count / perSquare(count))
}

/** The number of members that a square stands for. */
export function perSquare(count: number): number {
  return Math.max(1, Math.ceil(count / MAX_SQUARES))
}

/** The status of each square, in the order of the members: the worst of those that it stands for. */
export function squareStatuses(members: readonly HeatMember[]): string[] {
  const each = perSquare(members.length)
  if (each === 1) return members.map(markOfTask)
  return Array.from({ length: squaresOf(members.length) }, (_, index) =>
    worstStatus(members.slice(index * each, (index + 1) * each).map(markOfTask)),
  )
}

/** The member of a square: the first of the worst of those that it stands for. */
export function memberOfSquare(members: readonly HeatMember[], square: number): HeatMember | undefined {
  const each = perSquare(members.length)
  const own = members.slice(square * each, (square + 1) * each)
  const worst = worstStatus(own.map(markOfTask))
  return own.find((member) => markOfTask(member) === worst)
}

export interface StatusCount {
  status: string
  count: number
}

/** What has been done, then what has gone wrong, then what is left. */
const inWords = [
  'ended',
  'completed',
  'failed',
  'retry',
  'started',
  'queued',
  'notstarted',
  'cancelled',
  'skipped',
]

/** The number of members in each status, in the order of a sentence; statuses without one are left out. */
export function countMarks(members: readonly { status: string; reason?: string | null }[]): StatusCount[] {
  const counts = new Map<string, number>()
  for (const member of members) {
    const mark = markOfTask(member)
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  const place = (status: string) => (inWords.includes(status) ? inWords.indexOf(status) : inWords.length)
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => place(a.status) - place(b.status))
}

/** How many there are of each status; of tasks of a plan, which have none, nothing. */
export const countStatuses = (
  members: readonly { status: string; reason?: string | null }[],
): StatusCount[] => countMarks(members).filter(({ status }) => status !== '')

/** `285 ended, 13 failed, 2 running`. */
export const countWords = (members: readonly { status: string; reason?: string | null }[]): string =>
  countStatuses(members)
    .map(({ status, count }) => `${count.toLocaleString('en')} ${statusWord(status)}`)
    .join(', ')

const words: Record<string, string> = { started: 'running', notstarted: 'not started', retry: 'retrying' }

/** A status in a sentence. */
export const statusWord = (status: string): string => words[status] ?? status

/** Milliseconds between start and end; null while either is unknown. */
export function lengthOf({ started, ended }: Pick<HeatMember, 'started' | 'ended'>): number | null {
  return started === null || ended === null ? null : Math.max(0, Date.parse(ended) - Date.parse(started))
}

/** Durations of the members that have one. */
export interface HeatDurations {
  p50: number
  p95: number
  slowest: { member: HeatMember; ms: number }
}

/**
 * Whether one of several sets the length of them all rather than another: the one that ends last; of those that end
 * together the one that began first.
 */
export const setsLength = (
  one: { begin: number; end: number },
  other: { begin: number; end: number },
): boolean => one.end > other.end || (one.end === other.end && one.begin < other.begin)

/** Null until two members have ended. Of several that are equally long in words the slowest is the one that sets the length. */
export function heatDurations(members: readonly HeatMember[]): HeatDurations | null {
  const known = members
    .flatMap((member) => {
      const ms = lengthOf(member)
      return ms === null ? [] : [{ member, ms }]
    })
    .sort((a, b) => a.ms - b.ms)
  if (known.length < 2) return null
  const at = (part: number) => known[Math.min(known.length - 1, Math.ceil(known.length * part) - 1)]!.ms
  const longest = shortDuration(known.at(-1)!.ms)
  const slowest = known
    .filter(({ ms }) => shortDuration(ms) === longest)
    .reduce((best, each) => (setsLength(spanOf(each.member), spanOf(best.member)) ? each : best))
  return { p50: at(0.5), p95: at(0.95), slowest }
}

const spanOf = ({ started, ended }: HeatMember) => ({
  begin: Date.parse(started ?? ''),
  end: Date.parse(ended ?? ''),
})
