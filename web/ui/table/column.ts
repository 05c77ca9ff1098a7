import type { ReactNode } from 'react'
import type { SortOrder } from '#web/lib/paging.ts'

export interface Column<Row> {
  key: string
  /** Head of the column; on a phone the label beside the value. */
  header: string
  render(row: Row): ReactNode
  width?: string
  align?: 'start' | 'end'
  /** The column that names the row: stands first, in stronger type. */
  primary?: boolean
  /** Its head sorts the table by it: the first click ascending, or descending where what is most counts most. */
  sortable?: 'ascending' | 'descending'
  /** Keeps to its width however long the value is, which then wraps, or is cut where the value says so. */
  fixed?: boolean
  /** In quieter type: what is seldom looked for. */
  muted?: boolean
}

export interface RowSelection {
  selected: ReadonlySet<string>
  onChange(next: Set<string>): void
}

/** The order after a click on a column's head: turned round where it is sorted by that column already. */
export function nextSort(
  column: Pick<Column<unknown>, 'key' | 'sortable'>,
  sort: SortOrder | null,
): SortOrder {
  const descending = sort?.key === column.key ? !sort.descending : column.sortable === 'descending'
  return { key: column.key, descending }
}
