import type { QueueRow } from '#shared/domains/queues/contract.ts'
import { verdictCodes } from '#shared/domains/queues/verdict-codes.ts'
import type { SortTerm } from '#server/platform/db/listing.ts'

export const queueSortKeys = [
  'type',
  'alias',
  'verdict',
  'queued',
  'started',
  'retry',
  'oldestQueued',
  'oldestStarted',
] as const
type QueueSortKey = (typeof queueSortKeys)[number]

/** The longest queue first, as in the backlog. */
const byDefault: SortTerm<QueueSortKey>[] = [{ key: 'queued', descending: true }]

/** Sorts queues; equal ones by type and alias. A queue without an oldest task is behind the others, in either direction. */
export function sortQueues(
  rows: readonly QueueRow[],
  sort: readonly SortTerm<QueueSortKey>[] | undefined,
): QueueRow[] {
  const terms = sort?.length ? sort : byDefault
  return rows.toSorted((a, b) => {
    for (const { key, descending } of terms) {
      const [left, right] = [valueOf(a, key), valueOf(b, key)]
      if (left === right) continue
      if (left === null || right === null) return left === null ? 1 : -1
      return left < right === descending ? 1 : -1
    }
    return a.type === b.type ? order(a.alias, b.alias) : order(a.type, b.type)
  })
}

/** Verdicts are in the order of their codes, the best first. */
const valueOf = (row: QueueRow, key: QueueSortKey): string | number | null =>
  key === 'verdict' ? verdictCodes.indexOf(row.verdict.code) : row[key]

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b))
