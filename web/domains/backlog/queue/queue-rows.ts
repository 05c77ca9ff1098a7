import { needNow, verdictBeside } from '#shared/domains/queues/behind.ts'
import { needOf, type QueueNeed } from '#shared/domains/queues/verdict-codes.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import type { BacklogListRow } from '../sort-backlog.ts'

/** The address of an open row: `type/alias`. */
export const queueAddress = ({ type, alias }: Pick<BacklogListRow, 'type' | 'alias'>): string =>
  `${type}/${alias}`

/**
 * The rows of the backlog with their queues, then the queues that are not in the backlog. The counters are those of the
 * backlog, which are live. `before`: the rows of the last call, of which unchanged ones are kept.
 */
export function withQueues(
  rows: readonly BacklogListRow[],
  queues: readonly ListedQueue[],
  before: readonly BacklogListRow[] = [],
): BacklogListRow[] {
  const byAddress = new Map(queues.map((queue) => [queueAddress(queue), queue]))
  const known = new Map(before.map((row) => [row.id, row]))
  const listed = rows.map((row) => {
    const queue = byAddress.get(queueAddress(row))
    byAddress.delete(queueAddress(row))
    return kept(known.get(row.id), row, queue)
  })
  const others = [...byAddress.values()].map((queue) => {
    const id = JSON.stringify([queue.type, queue.alias])
    const old = known.get(id)
    return old?.queue === queue ? old : { ...rowOf(queue), id, queue }
  })
  return [...listed, ...others]
}

const sources = new WeakMap<BacklogListRow, BacklogListRow>()

/** The same object for the same parts, so that only changed rows are drawn again. */
function kept(old: BacklogListRow | undefined, row: BacklogListRow, queue: ListedQueue | undefined) {
  if (old && old.queue === queue && sources.get(old) === row) return old
  const joined = queue ? { ...row, queue } : { ...row }
  sources.set(joined, row)
  return joined
}

function rowOf({ type, alias, retry, queued, started, oldestQueued, oldestStarted, trend }: ListedQueue) {
  return {
    type,
    alias,
    retry: retry ?? 0,
    queued: queued ?? 0,
    started: started ?? 0,
    oldestQueued,
    oldestStarted,
    trend,
  }
}

/** A queue in which nothing is and nothing was for two hours. */
export const isQuiet = ({ queue, queued, started, retry }: BacklogListRow): boolean =>
  queue?.verdict.code === 'idle' && queue.lastStartedAt === null && queued + started + retry === 0

/** Whether a task of an app is in the queue now. */
export const isOfApp = ({ queue }: BacklogListRow, appId: string): boolean =>
  queue?.apps.some(({ id }) => id === appId) ?? false

/** The apps that have a task in one of the queues now, by name, and the chosen one. */
export function appsOf(rows: readonly BacklogListRow[]): { value: string; label: string }[] {
  const names = new Map(
    rows.flatMap(({ queue }) => (queue?.apps ?? []).map(({ id, name }) => [id, name ?? id])),
  )
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

/** A queue without a task that needs nothing. */
export const isIdle = ({ queue, queued, started, retry }: BacklogListRow): boolean =>
  queue !== undefined && needOf(queue.verdict.code) === 'fine' && queued + started + retry === 0

/**
 * How many queues there are, and how many of each need; `early` are those of which nothing is said yet. `now` is in
 * milliseconds since 1970.
 */
export function countNeeds(
  rows: readonly BacklogListRow[],
  now: number,
): Record<QueueNeed | 'all' | 'early', number> {
  const counts = { all: 0, hand: 0, slow: 0, fine: 0, early: 0 }
  for (const { queue, queued, started } of rows) {
    if (!queue) continue
    counts.all++
    const current = { ...queue, queued, started }
    const need = needNow(current, now)
    counts[need === 'fine' && verdictBeside(current, now).code === 'early' ? 'early' : need]++
  }
  return counts
}
