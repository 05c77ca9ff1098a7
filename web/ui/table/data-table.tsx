import { Box, chakra, Skeleton } from '@chakra-ui/react'
import { useCallback, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { SortOrder } from '#web/lib/paging.ts'
import type { CopySubject } from '#web/lib/copy/copy-subject.ts'
import type { Column, RowSelection } from './column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { denseStyles, rowStyles, steadyStyles, type TableFrom, type WholeFrom } from './data-table-styles.ts'

export interface DataTableProps<Row> {
  /** The content of the table, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowId(row: Row): string
  /** While loading, existing rows are dimmed; without rows skeletons are shown. */
  loading: boolean
  /** Number of skeletons: about the expected number of rows. */
  skeletons?: number
  /** Shown instead of the rows. */
  failed?: ReactNode
  empty: ReactNode
  selection?: RowSelection | undefined
  /** Name of a row for its checkbox and for what is copied of it; its id by default. */
  rowLabel?(row: Row): string
  /** What is copied of a row. Must be the same function in all renders. */
  copyOf?: ((row: Row) => CopySubject) | undefined
  onRowClick?(row: Row): void
  footer?: ReactNode
  /** The order of the rows; null for the list's own. The caller sorts them. */
  sort?: SortOrder | null
  onSort?(sort: SortOrder): void
  /** Shown at the end of the head: the menu of columns. */
  menu?: ReactNode
  /** The user sets the width of a column, in pixels. */
  onResize?: ((key: string, width: number) => void) | undefined
  /** Whether the table is a card; false inside a panel. */
  framed?: boolean
  /** Whether the head stays in view while its rows scroll; false below a head of the page that stays in view itself. */
  stickyHead?: boolean
  /** Of a steady table with many columns: the least space, arrows of columns that are not sorted by only on hover and focus. */
  dense?: boolean
  /** Columns keep their widths whatever the rows contain; for tables whose rows change while they are read. */
  steady?: boolean
  /** The detail below a row; null for none. */
  renderDetail?(row: Row): ReactNode | null
}

/** A window of 720 px, which is that of a laptop at 200 % zoom, has no room for more columns: rows are cards there. */
const MANY = 3

/** Columns beyond which a table whose columns are as wide as their contents may be wider than a page of 1100 px. */
const MOST_AT_LG = 6

/** Rows as high as those of the table. */
function SkeletonRows({
  rows,
  columns,
  selectable,
  steady,
  from,
}: {
  rows: number
  columns: number
  selectable: boolean
  steady: boolean
  from: TableFrom
}) {
  return Array.from({ length: rows }, (_, row) => (
    <chakra.tr
      key={row}
      role="row"
      data-pending
      display={{ base: 'block', [from]: 'table-row' }}
      borderBottomWidth="1px"
      borderColor="line.soft"
    >
      {selectable && <chakra.td role="cell" display={{ base: 'none', [from]: 'table-cell' }} />}
      {Array.from({ length: columns }, (_, column) => (
        <chakra.td
          key={column}
          role="cell"
          display={{ base: column > 2 ? 'none' : 'block', [from]: 'table-cell' }}
          height={{ base: '7', [from]: steady ? '49px' : '42px' }}
          px={{ base: '3.5', [from]: steady ? '2.5' : '3.5' }}
          _first={{ ps: '3.5' }}
        >
          <Skeleton as="span" display="block" height="3" width={`${40 + ((row * 17 + column * 29) % 45)}%`} />
        </chakra.td>
      ))}
    </chakra.tr>
  ))
}

function toggled(selection: RowSelection, id: string, checked: boolean): Set<string> {
  const next = new Set(selection.selected)
  if (checked) next.add(id)
  else next.delete(id)
  return next
}

/** Returns a stable function that selects or deselects one row of the current selection. */
function useSelect(selection: RowSelection | undefined) {
  const latest = useRef(selection)
  useLayoutEffect(() => {
    latest.current = selection
  })
  return useCallback((id: string, checked: boolean) => {
    latest.current?.onChange(toggled(latest.current, id, checked))
  }, [])
}

/**
 * The table of the console. Its head sticks below the top bar; on a phone each row becomes a card. A
 * selection contains only ids; the caller handles those of rows that are no longer listed.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, loading, selection, skeletons = 8, framed = true, steady = false } = props
  const select = useSelect(selection)
  const from = steady || columns.length > MANY ? 'md' : 'sm'
  const wholeFrom: WholeFrom = steady || columns.length <= MOST_AT_LG ? 'lg' : '@media (min-width: 1200px)'
  const hasRows = rows.length > 0 && !props.failed
  const waiting = loading && !hasRows && !props.failed
  return (
    <Box
      bg="surface"
      borderWidth={framed ? '1px' : '0'}
      borderRadius="lg"
      boxShadow={framed ? 'card' : undefined}
      minW="0"
    >
      <Box overflowX={{ base: 'visible', [from]: 'auto', [wholeFrom]: 'visible' }}>
        <chakra.table
          role="table"
          aria-label={props.label}
          aria-busy={loading}
          display={{ base: 'block', [from]: 'table' }}
          width="full"
          tableLayout={{ lg: steady ? 'fixed' : 'auto' }}
          borderCollapse="collapse"
          css={props.dense ? denseStyles : steady ? steadyStyles : rowStyles[from]}
        >
          <DataTableHead
            columns={columns}
            ids={rows.map(rowId)}
            selection={hasRows ? selection : undefined}
            selectable={Boolean(selection)}
            sort={props.sort ?? null}
            onSort={props.onSort}
            onResize={props.onResize}
            menu={props.menu}
            narrow={steady}
            sticky={props.stickyHead ?? true}
            from={from}
            wholeFrom={wholeFrom}
            dense={props.dense ?? false}
          />
          <chakra.tbody
            role="rowgroup"
            display={{ base: 'block', [from]: 'table-row-group' }}
            opacity={loading && hasRows ? 0.55 : 1}
            transition="opacity 120ms"
          >
            {waiting && (
              <SkeletonRows
                rows={skeletons}
                columns={columns.length}
                selectable={Boolean(selection)}
                steady={steady}
                from={from}
              />
            )}
            {hasRows &&
              rows.map((row) => {
                const id = rowId(row)
                return (
                  <DataTableRow
                    key={id}
                    row={row}
                    id={id}
                    columns={columns}
                    from={from}
                    selected={selection?.selected.has(id) ?? false}
                    onSelect={selection && select}
                    name={props.rowLabel?.(row) ?? id}
                    onClick={props.onRowClick}
                    copyOf={props.copyOf}
                    detail={props.renderDetail?.(row) ?? null}
                  />
                )
              })}
          </chakra.tbody>
        </chakra.table>
      </Box>
      {props.failed ?? (!waiting && !hasRows && props.empty)}
      {props.footer && hasRows && (
        <Box borderTopWidth="1px" borderColor="line.soft" px="3.5" py="1">
          {props.footer}
        </Box>
      )}
    </Box>
  )
}
