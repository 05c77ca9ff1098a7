import type { ResultOf } from '#web/lib/graphql.ts'
import type { Sort } from '#web/lib/sort.ts'
import type { backlogQuery } from './operations.ts'

export type BacklogRow = ResultOf<typeof backlogQuery>['backlog'][number]

/** Every column can be sorted by (spec section 2). */
export const sortKeys = [
  'type',
  'alias',
  'retry',
  'queued',
  'started',
  'oldestQueued',
  'oldestStarted',
] as const
type SortKey = (typeof sortKeys)[number]

const names = new Intl.Collator('en', { numeric: true })
const byName = (a: BacklogRow, b: BacklogRow) =>
  names.compare(a.type, b.type) || names.compare(a.alias, b.alias)

/**
 * The rows in that order; rows that are alike in it stand by type and alias. Times count by their age: descending is the
 * longest wait first. A row where nothing waits stands last either way.
 */
export function ordered(rows: readonly BacklogRow[], { key, descending }: Sort): BacklogRow[] {
  const compare = comparison(key as SortKey, descending ? -1 : 1)
  return [...rows].sort((a, b) => compare(a, b) || byName(a, b))
}

function comparison(key: SortKey, direction: 1 | -1): (a: BacklogRow, b: BacklogRow) => number {
  switch (key) {
    case 'type':
    case 'alias':
      return (a, b) => direction * names.compare(a[key], b[key])
    case 'retry':
    case 'queued':
    case 'started':
      return (a, b) => direction * (a[key] - b[key])
    case 'oldestQueued':
    case 'oldestStarted':
      return (a, b) => {
        const [first, second] = [a[key], b[key]]
        if (first === null || second === null) return Number(first === null) - Number(second === null)
        // The wire has moments of one form, so their text is in their order; the earlier one is the older.
        return direction * (first < second ? 1 : first > second ? -1 : 0)
      }
  }
}
