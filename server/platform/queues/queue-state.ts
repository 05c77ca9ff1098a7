import { isPlatformType } from '#shared/domains/tasks/constants.ts'
import type { QueueFigures } from '#shared/domains/queues/verdict.ts'
import { userName } from '#shared/lib/email.ts'
import type { AliasRow, CountRow, LineRow, PollerRow } from './read-counts.ts'
import type { ControlRow } from './controls.ts'
import type { HistoryRow } from './read-history.ts'

/** A queue with everything that is read of it. */
export interface QueueState {
  type: string
  alias: string
  /** Of a worker that is not deleted. */
  isAlias: boolean
  counts: CountRow[]
  /** Last poll first. */
  pollers: PollerRow[]
  lastPoll: number | null
  history: HistoryRow | null
  line: LineRow[]
  control: ControlRow | null
}

interface QueueParts {
  counts: readonly CountRow[]
  aliases: readonly AliasRow[]
  pollers: readonly PollerRow[]
  history: readonly HistoryRow[]
  lines: readonly LineRow[]
  controls: readonly ControlRow[]
}

interface OfQueue {
  type: string
  alias: string
}

const keyOf = ({ type, alias }: OfQueue) => `${type}\n${alias}`

/** The queues of the aliases, and those of other types and aliases with tasks that wait, run or retry, or with a pause or limit. */
export function queuesOf({ counts, aliases, pollers, history, lines, controls }: QueueParts): QueueState[] {
  const queues = new Map<string, QueueState>()
  const queueOf = ({ type, alias }: OfQueue): QueueState => {
    const key = keyOf({ type, alias })
    let queue = queues.get(key)
    if (!queue) {
      queue = {
        type,
        alias,
        isAlias: false,
        counts: [],
        pollers: [],
        lastPoll: null,
        history: null,
        line: [],
        control: null,
      }
      queues.set(key, queue)
    }
    return queue
  }
  for (const row of aliases)
    Object.assign(queueOf(row), { isAlias: true, lastPoll: row.lastPoll?.getTime() ?? null })
  for (const row of counts) queueOf(row).counts.push(row)
  for (const row of controls) queueOf(row).control = row
  for (const row of pollers) {
    const queue = queues.get(keyOf(row))
    if (!queue) continue
    queue.pollers.push(row)
    queue.lastPoll = Math.max(queue.lastPoll ?? 0, row.lastPoll.getTime())
  }
  for (const row of history) {
    const queue = queues.get(keyOf(row))
    if (queue) queue.history = row
  }
  for (const row of lines) queues.get(keyOf(row))?.line.push(row)
  return [...queues.values()]
}

/** The number of tasks in a status, and when the first and the last of them entered it; `own` of the app alone. */
export function inStatus({ counts }: QueueState, status: CountRow['status']) {
  const rows = counts.filter((row) => row.status === status)
  const sum = (key: 'count' | 'own') => rows.reduce((total, row) => total + row[key], 0)
  const first = (key: 'oldest' | 'ownOldest') =>
    extreme(
      rows.map((row) => row[key]),
      Math.min,
    )
  return {
    count: sum('count'),
    own: sum('own'),
    oldest: first('oldest'),
    ownOldest: first('ownOldest'),
    newest: extreme(
      rows.map(({ newest }) => newest),
      Math.max,
    ),
  }
}

function extreme(moments: readonly (Date | null)[], choose: (...of: number[]) => number): number | null {
  const known = moments.flatMap((moment) => (moment === null ? [] : [moment.getTime()]))
  return known.length === 0 ? null : choose(...known)
}

/** What the verdict of a queue follows from. `listening`: when this process began to hear workers. */
export function figuresOf(queue: QueueState, now: number, listening: number): QueueFigures {
  const { history, pollers, lastPoll, control } = queue
  const [queued, started, retry] = (['queued', 'started', 'retry'] as const).map((status) =>
    inStatus(queue, status),
  ) as [ReturnType<typeof inStatus>, ReturnType<typeof inStatus>, ReturnType<typeof inStatus>]
  const seen = pollers.map(({ lastSeen }) => lastSeen.getTime())
  const outs = [history?.lastOut?.getTime() ?? null, started.newest].filter((at) => at !== null)
  return {
    now,
    queued: queued.count,
    started: started.count,
    retry: retry.count,
    builtin: isPlatformType(queue.type),
    lastPoll,
    lastSeen: lastPoll === null && seen.length === 0 ? null : Math.max(lastPoll ?? 0, ...seen),
    listening,
    oldestQueued: queued.oldest,
    lastOut: outs.length === 0 ? null : Math.max(...outs),
    minutes: history?.minutes ?? [],
    // What was not counted since the beginning of this process was counted by no other one either.
    since:
      history?.since.getTime() ?? Math.max(listening, queued.oldest ?? started.oldest ?? retry.oldest ?? now),
    paused: control?.paused ? { by: userName(control.paused.by), at: Date.parse(control.paused.at) } : null,
    limit: control?.limit ?? null,
  }
}
