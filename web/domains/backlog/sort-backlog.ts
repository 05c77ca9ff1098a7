import { verdictCodes } from '#shared/domains/queues/verdict-codes.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { SortOrder } from '#web/lib/paging.ts'
import type { ListedQueue } from '#web/lib/queues/use-queues.ts'
import type { backlogQuery } from './operations.ts'

/** A row of the backlog, with its queue on a platform that tells it. */
export type BacklogListRow = ResultOf<typeof backlogQuery>['backlog'][number] & { queue?: ListedQueue }

/** The columns that the rows can be sorted by. */
export const backlogSortKeys = [
  'type',
  'alias',
  'retry',
  'queued',
  'started',
  'oldestQueued',
  'oldestStarted',
  'verdict',
] as const
type SortKey = (typeof backlogSortKeys)[number]

const names = new Intl.Collator('en', { numeric: true })
const byName = (a: BacklogListRow, b: BacklogListRow) =>
  names.compare(a.type, b.type) || names.compare(a.alias, b.alias)

/**
 * Sorts the rows; equal rows are ordered by type and alias. Times are sorted by age: descending is the
 * longest wait first. Rows without a waiting task come last in both directions.
 */
export function sortBacklog(
  rows: readonly BacklogListRow[],
  { key, descending }: SortOrder,
): BacklogListRow[] {
  const compare = comparison(key as SortKey, descending ? -1 : 1)
  return [...rows].sort((a, b) => compare(a, b) || byName(a, b))
}

/** From the best verdict to the worst; a row without a verdict is before all. */
const rank = ({ queue }: BacklogListRow) =>
  queue ? (verdictCodes as readonly string[]).indexOf(queue.verdict.code) : -1

function comparison(key: SortKey, direction: 1 | -1): (a: BacklogListRow, b: BacklogListRow) => number {
  switch (key) {
    case 'type':
    case 'alias':
      return (a, b) => direction * names.compare(a[key], b[key])
    case 'retry':
    case 'queued':
    case 'started':
      return (a, b) => direction * (a[key] - b[key])
    case 'verdict':
      return (a, b) => direction * (rank(a) - rank(b)) || b.queued - a.queued
    case 'oldestQueued':
    case 'oldestStarted':
      return (a, b) => {
        const [first, second] = [a[key], b[key]]
        if (first === null || second === null) return Number(first === null) - Number(second === null)
        // The wire has one format of timestamps, so they sort as text; the earlier one is the older.
        return direction * (first < second ? 1 : first > second ? -1 : 0)
      }
  }
}
