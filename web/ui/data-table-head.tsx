import { Box, chakra } from '@chakra-ui/react'
import { Checkbox } from './checkbox.tsx'
import type { Column, Selection } from './data-table.tsx'

const visuallyHiddenOnPhone = { base: 'none', sm: 'table-header-group' }

function SelectAll({ ids, selection }: { ids: string[]; selection: Selection | undefined }) {
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

/** The sticky head of a `DataTable`, with the checkbox that selects every listed row. */
export function DataTableHead<Row>({
  columns,
  ids,
  selection,
  selectable,
}: {
  columns: Column<Row>[]
  ids: string[]
  selection: Selection | undefined
  selectable: boolean
}) {
  const cell = {
    position: 'sticky',
    top: { sm: '0', lg: '12' },
    zIndex: 'docked',
    bg: 'surface',
    height: '9',
    px: '3.5',
    textStyle: 'xs',
    fontWeight: 'medium',
    color: 'ink.2',
    whiteSpace: 'nowrap',
    boxShadow: 'inset 0 -1px {colors.line}',
    _first: { borderTopStartRadius: 'lg' },
    _last: { borderTopEndRadius: 'lg' },
  } as const
  return (
    <>
      <chakra.thead role="rowgroup" display={visuallyHiddenOnPhone}>
        <chakra.tr role="row">
          {selectable && (
            <chakra.th {...cell} role="columnheader" scope="col" width="10" lineHeight="0" textAlign="start">
              <SelectAll ids={ids} selection={selection} />
            </chakra.th>
          )}
          {columns.map((column) => (
            <chakra.th
              {...cell}
              key={column.key}
              role="columnheader"
              scope="col"
              textAlign={column.align ?? 'start'}
              style={{ width: column.width }}
            >
              {column.header || (
                <Box as="span" srOnly>
                  Actions
                </Box>
              )}
            </chakra.th>
          ))}
        </chakra.tr>
      </chakra.thead>
    </>
  )
}
