import { chakra } from '@chakra-ui/react'
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { copyAttributes, type CopySubject } from '#web/lib/copy/copy-subject.ts'
import { CopyHandle } from '../display/copy-handle.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import type { Column } from './column.ts'
import type { TableFrom } from './data-table-styles.ts'

// A click on a control inside the row is not a click on the row, nor is one that misses its checkbox.
const controls = 'a, button, input, label, select, textarea, [role="menuitem"], [data-select]'

function RowCell<Row>({
  column,
  row,
  copyName,
}: {
  column: Column<Row>
  row: Row
  /** The name of the row in the button that copies; undefined for none. */
  copyName: string | undefined
}) {
  return (
    <td
      role="cell"
      data-cell
      data-primary={column.primary || undefined}
      data-fixed={column.fixed || undefined}
      data-muted={column.muted || undefined}
      data-end={column.align === 'end' || undefined}
      data-card={column.card}
    >
      {!column.primary && (!column.card || column.word) && column.header && (
        <span aria-hidden data-label>
          {column.header}
        </span>
      )}
      <span data-value>{column.render(row)}</span>
      {copyName !== undefined && column.primary && <CopyHandle name={copyName} />}
    </td>
  )
}

interface SelectCellProps {
  id: string
  label: string
  selected: boolean
  onSelect(id: string, checked: boolean): void
}

const SelectCell = memo(function SelectCell({ id, label, selected, onSelect }: SelectCellProps) {
  return (
    <td role="cell" data-select>
      <Checkbox checked={selected} onChange={(checked) => onSelect(id, checked)} label={label} hideLabel />
    </td>
  )
})

function TableRow<Row>({
  row,
  id,
  columns,
  from,
  selected,
  onSelect,
  name,
  onClick,
  copyOf,
  detail,
}: {
  row: Row
  id: string
  columns: Column<Row>[]
  from: TableFrom
  selected: boolean
  /** Must be the same function for all rows and renders, so that a row renders only when it changes. */
  onSelect?: (id: string, checked: boolean) => void
  name: string
  onClick?: (row: Row) => void
  /** Must be the same function for all rows and renders too. */
  copyOf?: (row: Row) => CopySubject
  detail: ReactNode | null
}) {
  const onRow = (event: MouseEvent<HTMLElement>) => {
    // A text that was just selected is to be copied, not left.
    if (!getSelection()?.toString() && !(event.target as HTMLElement).closest(controls)) onClick?.(row)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.key !== 'Enter') return
    onClick?.(row)
  }
  return (
    <>
      <tr
        role="row"
        data-row
        data-selectable={onSelect && true}
        data-open={detail !== null || undefined}
        aria-selected={onSelect ? selected : undefined}
        tabIndex={onClick ? 0 : undefined}
        onClick={onClick && onRow}
        onKeyDown={onClick && onKey}
        {...(copyOf && copyAttributes(copyOf(row)))}
      >
        {onSelect && <SelectCell id={id} label={`Select ${name}`} selected={selected} onSelect={onSelect} />}
        {columns.map((column) => (
          <RowCell key={column.key} column={column} row={row} copyName={copyOf && name} />
        ))}
      </tr>
      {detail && (
        <chakra.tr
          role="row"
          display={{ base: 'block', [from]: 'table-row' }}
          bg="hover"
          borderBottomWidth="1px"
          borderColor="line.soft"
        >
          <chakra.td
            role="cell"
            colSpan={columns.length + (onSelect ? 1 : 0)}
            display={{ base: 'block', [from]: 'table-cell' }}
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
 * One row of a `DataTable`: a table row on a wide screen, a card on a phone; its detail is a separate row.
 * Memoised, because live lists change one row at a time (`memo` loses the type parameter, hence the
 * assertion).
 */
export const DataTableRow = memo(TableRow) as typeof TableRow
