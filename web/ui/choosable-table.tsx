import { useMemo } from 'react'
import { useKeptChoice } from '../lib/kept-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'

/** A table whose columns each user chooses, kept in this browser under the table's label. */
export function ChoosableTable<Row>({ columns, ...table }: Omit<DataTableProps<Row>, 'menu'>) {
  const [hidden, choose] = useKeptChoice(`columns.${table.label}`)
  const shown = useMemo(
    () => columns.filter((column) => column.primary || !column.header || !hidden.has(column.key)),
    [columns, hidden],
  )
  return (
    <DataTable
      {...table}
      columns={shown}
      menu={<ColumnMenu columns={columns} hidden={hidden} onChange={choose} />}
    />
  )
}
