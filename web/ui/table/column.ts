import type { ReactNode } from 'react'
import type { SortOrder } from '#web/lib/paging.ts'

export interface Column<Row> {
  key: string
  /** Head of the column; on a phone the label next to the value. */
  header: string
  render(row: Row): ReactNode
  width?: string
  align?: 'start' | 'end'
  /** The column with the name of the row: the first one, in bold type. */
  primary?: boolean
  /** The head sorts the table by this column; the value is the direction of the first click. */
  sortable?: 'ascending' | 'descending'
  /** Keeps its width however long the value is, which then wraps or is truncated. */
  fixed?: boolean
  /** Shown only when the user chooses it. */
  optional?: boolean
  /** The page is too narrow for it now; the choice of the user stays. */
  noRoom?: boolean
  /** In a weaker colour, for less important values. */
  muted?: boolean
  /**
   * Its place on the card of a phone, without its label: beside the name, below it, a line of its own, or the start or
   * the end of the last line. By default a line with the label.
   */
  card?: 'head' | 'first' | 'line' | 'start' | 'end'
  /** On a card the header stands before the value also at the start or the end of the last line, as for a time. */
  word?: boolean
}

export interface RowSelection {
  selected: ReadonlySet<string>
  onChange(next: Set<string>): void
}

/** The order after a click on the head of a column: reversed where it is already sorted by that column. */
export function nextSort(
  column: Pick<Column<unknown>, 'key' | 'sortable'>,
  sort: SortOrder | null,
): SortOrder {
  const descending = sort?.key === column.key ? !sort.descending : column.sortable === 'descending'
  return { key: column.key, descending }
}
