import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { copyMessages } from '#shared/lib/copy-messages.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { ColumnButton } from './column-button.tsx'
import type { ColumnMenu as Menu } from './column-menu.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { arranged, resized, type TableLayout } from './layout.ts'
import { useStoredLayout } from './stored-layout.ts'
import { useRowKeys } from './use-row-keys.ts'

interface ConfigurableTableProps<Row> extends Omit<DataTableProps<Row>, 'menu' | 'onResize'> {
  /** The layout and its changes, where the page keeps them; else this browser does, under the table's label. */
  layout?: readonly [TableLayout, (layout: TableLayout) => void]
}

type MenuProps = ComponentProps<typeof Menu>

// Loaded lazily: few visits choose columns.
const ColumnMenu = lazyPart<MenuProps>(
  async () => (await import('./column-menu.tsx')).ColumnMenu,
  () => <ColumnButton aria-busy />,
)

/** The button of the menu; the menu itself is loaded with the first click. */
function ColumnChoice(props: MenuProps) {
  const [wasAsked, setAsked] = useState(false)
  if (wasAsked) return <ColumnMenu {...props} />
  return <ColumnButton aria-haspopup="menu" aria-expanded={false} onClick={() => setAsked(true)} />
}

/** The shell copies; see `CopyKeeper`. */
const noKeys = {}

/** The list of a page, with its keys. Each user chooses its columns, their order and their widths. */
export function ConfigurableTable<Row>({ columns, layout: kept, ...table }: ConfigurableTableProps<Row>) {
  const element = useRef<HTMLDivElement>(null)
  useRowKeys(element, table.selection !== undefined)
  useKeys(noKeys, table.copyOf && copyMessages.keys)
  const stored = useStoredLayout(table.label)
  const [layout, change] = kept ?? stored
  const shown = useMemo(() => arranged(columns, layout), [columns, layout])
  return (
    <div ref={element}>
      <DataTable
        {...table}
        columns={shown}
        menu={<ColumnChoice columns={columns} layout={layout} onChange={change} />}
        onResize={table.steady ? (key, width) => change(resized(layout, key, width)) : undefined}
      />
    </div>
  )
}
