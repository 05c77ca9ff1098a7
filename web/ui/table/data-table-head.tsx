import { Box, chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SortOrder } from '#web/lib/paging.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { ColumnWidth } from './column-width.tsx'
import { nextSort, type Column, type RowSelection } from './column.ts'
import type { TableFrom, WholeFrom } from './data-table-styles.ts'

function SelectAll({ ids, selection }: { ids: string[]; selection: RowSelection | undefined }) {
  const chosen = ids.filter((id) => selection?.selected.has(id)).length
  const all = ids.length > 0 && chosen === ids.length
  const change = () => {
    if (!selection) return
    const next = new Set(selection.selected)
    for (const id of ids) {
      if (all) next.delete(id)
      else next.add(id)
    }
    selection.onChange(next)
  }
  return (
    <Checkbox
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={!selection}
      onChange={change}
      label="Select all rows"
      hideLabel
    />
  )
}

/** An arrow that takes no room, at the inner side of its name. */
const hoverArrow = {
  position: 'absolute',
  insetEnd: '100%',
  me: '0.5',
  pointerEvents: 'none',
  _groupHover: { opacity: 0.4 },
  _groupFocusVisible: { opacity: 0.4 },
} as const

function SortButton<Row>({
  column,
  sort,
  onSort,
  quiet,
}: {
  column: Column<Row>
  sort: SortOrder | null
  onSort(sort: SortOrder): void
  quiet: boolean
}) {
  const isSorted = sort?.key === column.key
  const Icon = !isSorted ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp
  return (
    <chakra.button
      type="button"
      onClick={() => onSort(nextSort(column, sort))}
      className="group"
      position="relative"
      display="inline-flex"
      alignItems="center"
      gap="1"
      height="full"
      fontWeight="inherit"
      cursor="pointer"
      color={isSorted ? 'ink' : undefined}
      _hover={{ color: 'ink' }}
    >
      {column.header}
      <Box
        as="span"
        aria-hidden
        lineHeight="0"
        opacity={isSorted ? 1 : quiet ? 0 : 0.4}
        {...(quiet && !isSorted ? hoverArrow : {})}
      >
        <Icon size={12} />
      </Box>
    </chakra.button>
  )
}

const ariaSort = (column: string, sort: SortOrder | null) =>
  sort?.key === column ? (sort.descending ? 'descending' : 'ascending') : 'none'

/** The head of a `DataTable`, with the checkbox that selects all listed rows. */
export function DataTableHead<Row>({
  columns,
  ids,
  selection,
  selectable,
  sort,
  onSort,
  onResize,
  menu,
  narrow,
  sticky,
  dense,
  from,
  wholeFrom,
}: {
  columns: Column<Row>[]
  ids: string[]
  selection: RowSelection | undefined
  selectable: boolean
  sort: SortOrder | null
  onSort?: (sort: SortOrder) => void
  onResize?: ((key: string, width: number) => void) | undefined
  menu?: ReactNode
  /** Less space between the columns. */
  narrow: boolean
  /** Whether it stays in view while the rows scroll. */
  sticky: boolean
  /** The least space; columns that are not sorted by show their arrow only when they are pointed at or focused. */
  dense: boolean
  from: TableFrom
  wholeFrom: WholeFrom
}) {
  const cell = {
    position: sticky ? 'sticky' : 'relative',
    top: sticky ? { sm: '0', [wholeFrom]: '12' } : undefined,
    zIndex: 'docked',
    bg: 'surface',
    height: '9',
    px: dense ? '2' : narrow ? '2.5' : '3.5',
    textStyle: 'xs',
    fontWeight: 'medium',
    color: 'ink.2',
    whiteSpace: 'nowrap',
    boxShadow: 'inset 0 -1px {colors.line}',
    _first: { borderTopStartRadius: 'lg', ps: '3.5' },
    _last: { borderTopEndRadius: 'lg' },
  } as const
  return (
    <>
      <chakra.thead role="rowgroup" display={{ base: 'none', [from]: 'table-header-group' }}>
        <chakra.tr role="row">
          {selectable && (
            <chakra.th {...cell} role="columnheader" scope="col" width="10" lineHeight="0" textAlign="start">
              <SelectAll ids={ids} selection={selection} />
            </chakra.th>
          )}
          {columns.map((column, index) => (
            <chakra.th
              {...cell}
              key={column.key}
              role="columnheader"
              scope="col"
              // Without the name of the edge in it.
              aria-label={onResize && column.header ? column.header : undefined}
              textAlign={column.align ?? 'start'}
              style={{ width: column.width }}
              aria-sort={onSort && column.sortable ? ariaSort(column.key, sort) : undefined}
              pe={menu && index === columns.length - 1 ? '9' : undefined}
            >
              {onSort && column.sortable ? (
                <SortButton column={column} sort={sort} onSort={onSort} quiet={dense} />
              ) : (
                column.header || (
                  <Box as="span" srOnly>
                    Actions
                  </Box>
                )
              )}
              {onResize && column.header !== '' && index < columns.length - 1 && (
                <ColumnWidth header={column.header} onResize={(width) => onResize(column.key, width)} />
              )}
              {menu && index === columns.length - 1 && (
                <Box as="span" position="absolute" insetEnd="2" top="0" height="full" alignContent="center">
                  {menu}
                </Box>
              )}
            </chakra.th>
          ))}
        </chakra.tr>
      </chakra.thead>
    </>
  )
}
