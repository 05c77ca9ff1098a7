import type { ReactNode } from 'react'
import { formatSort, parseSort, type PagingQuery, type SortOrder } from '#web/lib/paging.ts'
import type { LastRead } from '#web/lib/use-last-read.ts'
import { ConfigurableTable } from './configurable-table.tsx'
import type { CopySubject } from '#web/lib/copy/copy-subject.ts'
import type { Column, RowSelection } from './column.ts'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import type { TableLayout } from './layout.ts'
import { Pagination, PageOutOfRange } from './pagination.tsx'
import { rereadError, useFailToast } from '../feedback/request-toasts.ts'

export interface PagedTableProps<Row> {
  /** The content of the table, for screen readers. */
  label: string
  columns: Column<Row>[]
  /** The layout and its changes, where the page keeps them; else this browser does, under the table's label. */
  layout?: readonly [TableLayout, (layout: TableLayout) => void]
  /** Columns keep their widths whatever the rows contain. */
  steady?: boolean
  /** Whether the table is a card; false inside a panel. */
  framed?: boolean
  /** Whether the head stays in view while its rows scroll; false below a head of the page that stays in view itself. */
  stickyHead?: boolean
  /** The read of the page, by `useLastRead`. */
  read: Pick<LastRead<unknown>, 'current' | 'failure' | 'error' | 'reread'>
  /** The page that was read; undefined before the first result. */
  page: { rows: Row[]; total: number; more?: boolean | null } | undefined
  rowId(row: Row): string
  /** Name of a row for what is copied of it; its id by default. */
  rowLabel?(row: Row): string
  /** What is copied of a row. Must be the same function in all renders. */
  copyOf?: (row: Row) => CopySubject
  onRowClick?(row: Row): void
  /** The detail below a row; null for none. */
  renderDetail?(row: Row): ReactNode | null
  /** The chosen rows, where rows can be chosen. */
  selection?: RowSelection | undefined
  /** The list's own order, which the head of its column shows. */
  order?: SortOrder
  /** Beginning of the toast, and of the text in place of the rows, when the read fails. */
  failed: string
  /** Whether a failure in place of the rows has no toast as well. */
  quiet?: boolean
  empty: ReactNode
  /** What is counted, where a row stands for several. */
  unit?: string
  paging: PagingQuery
  onPage(next: PagingQuery): void
}

/** A table of one page of a list: skeletons, rows, the empty state, or the failure. */
export function PagedTable<Row>({
  read,
  page,
  failed,
  quiet = false,
  empty,
  paging,
  order,
  unit = '',
  onPage,
  ...table
}: PagedTableProps<Row>) {
  useFailToast(failed, quiet ? rereadError(read) : read.error)
  const sortKeys = table.columns.filter((column) => column.sortable).map((column) => column.key)
  const isPastEnd = page !== undefined && page.total > 0
  return (
    <ConfigurableTable
      {...table}
      empty={isPastEnd ? <PageOutOfRange onFirstPage={() => onPage({ ...paging, page: 1 })} /> : empty}
      rows={page?.rows ?? []}
      loading={!read.current && !read.failure}
      failed={read.failure && <FailedState message={failText(failed, read.failure)} onRetry={read.reread} />}
      sort={parseSort(paging.sort, sortKeys) ?? order ?? null}
      onSort={(sort) => onPage({ ...paging, page: 1, sort: formatSort(sort) })}
      footer={
        <Pagination
          {...paging}
          total={page?.total ?? 0}
          more={page?.more ?? false}
          unit={unit}
          onChange={(next) => onPage({ ...paging, ...next })}
        />
      }
    />
  )
}
