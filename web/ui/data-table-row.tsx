import { Box, chakra } from '@chakra-ui/react'
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './data-table.tsx'

// A click on a control inside the row is that control's, not the row's.
const controls = 'a, button, input, label, select, textarea, [role="menuitem"]'

function RowCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const primary = column.primary ?? false
  const end = column.align === 'end'
  return (
    <chakra.td
      role="cell"
      display={{ base: primary ? 'block' : 'flex', sm: 'table-cell' }}
      gap="3"
      justifyContent="space-between"
      order={{ base: primary ? 0 : 1, sm: 'initial' }}
      gridColumn={{ base: primary ? '2' : '1 / -1', sm: 'auto' }}
      px={{ base: '0', sm: '3.5' }}
      py={{ base: '0.5', sm: '1' }}
      height={{ sm: '42px' }}
      minW="0"
      // A cell that may not grow leaves the width of its column to the head.
      maxW={column.fixed ? { sm: '0' } : undefined}
      verticalAlign="middle"
      fontWeight={primary ? 'medium' : 'normal'}
      textAlign={{ sm: end ? 'end' : 'start' }}
      fontVariantNumeric="tabular-nums"
      overflowWrap="anywhere"
      // A card names only what it has a value for.
      css={{ smDown: { '&:has(> [data-value]:empty)': { display: 'none' } } }}
    >
      {!primary && column.header && (
        <Box as="span" aria-hidden hideFrom="sm" color="ink.3" flexShrink={0}>
          {column.header}
        </Box>
      )}
      <Box
        as="span"
        data-value
        display={{ base: 'block', sm: 'contents' }}
        textAlign={{ base: primary ? 'start' : 'end', sm: 'inherit' }}
        ms={primary ? undefined : { base: 'auto' }}
        minW="0"
      >
        {column.render(row)}
      </Box>
    </chakra.td>
  )
}

function TableRow<Row>({
  row,
  id,
  columns,
  selected,
  onSelect,
  selectLabel,
  onClick,
  detail,
}: {
  row: Row
  id: string
  columns: Column<Row>[]
  selected: boolean
  /** The same function for every row and every time, so that a row is drawn anew by its own change alone. */
  onSelect?: (id: string, checked: boolean) => void
  selectLabel: string
  onClick?: (row: Row) => void
  detail: ReactNode | null
}) {
  const onRow = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target as HTMLElement).closest(controls)) onClick?.(row)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.key !== 'Enter') return
    onClick?.(row)
  }
  return (
    <>
      <chakra.tr
        role="row"
        aria-selected={onSelect ? selected : undefined}
        tabIndex={onClick ? 0 : undefined}
        onClick={onClick && onRow}
        onKeyDown={onClick && onKey}
        cursor={onClick ? 'pointer' : undefined}
        display={{ base: 'grid', sm: 'table-row' }}
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap={onSelect ? '2.5' : '0'}
        px={{ base: '3.5', sm: '0' }}
        py={{ base: '2.5', sm: '0' }}
        bg={selected ? 'accent.soft' : undefined}
        borderBottomWidth={detail ? '0' : '1px'}
        borderColor="line.soft"
        _hover={{ bg: selected ? 'accent.soft' : 'hover' }}
        _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '-2px' }}
        _last={{ borderBottomWidth: '0' }}
      >
        {onSelect && (
          <chakra.td
            role="cell"
            display={{ base: 'flex', sm: 'table-cell' }}
            alignItems="center"
            ps={{ sm: '3.5' }}
            width={{ sm: '10' }}
            verticalAlign="middle"
            lineHeight="0"
          >
            <Checkbox
              checked={selected}
              onChange={(checked) => onSelect(id, checked)}
              label={selectLabel}
              hideLabel
            />
          </chakra.td>
        )}
        {columns.map((column) => (
          <RowCell key={column.key} column={column} row={row} />
        ))}
      </chakra.tr>
      {detail && (
        <chakra.tr
          role="row"
          display={{ base: 'block', sm: 'table-row' }}
          bg="hover"
          borderBottomWidth="1px"
          borderColor="line.soft"
        >
          <chakra.td
            role="cell"
            colSpan={columns.length + (onSelect ? 1 : 0)}
            display={{ base: 'block', sm: 'table-cell' }}
            p="0"
          >
            {detail}
          </chakra.td>
        </chakra.tr>
      )}
    </>
  )
}

/**
 * One row of a `DataTable`: a table row on a desk, a card on a phone; its detail follows as a row of its own.
 * Memoised, as live lists change one row at a time (`memo` forgets the row's type, hence the assertion).
 */
export const DataTableRow = memo(TableRow) as typeof TableRow
