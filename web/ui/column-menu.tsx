import { Box, Button, Menu, Portal } from '@chakra-ui/react'
import { Check, Columns3 } from 'lucide-react'
import type { Column } from './data-table.tsx'

/** The menu that shows and hides the columns of a table; the one that names its rows always stays. */
export function ColumnMenu<Row>({
  columns,
  hidden,
  onChange,
}: {
  columns: Column<Row>[]
  hidden: ReadonlySet<string>
  onChange(hidden: Set<string>): void
}) {
  const toggle = (key: string, shown: boolean) => {
    const next = new Set(hidden)
    if (shown) next.delete(key)
    else next.add(key)
    onChange(next)
  }
  return (
    <Menu.Root closeOnSelect={false} positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button size="xs" variant="ghost" px="1" aria-label="Columns" title="Columns">
          <Columns3 />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label="Columns">
            {columns
              .filter((column) => column.header && !column.primary)
              .map((column) => (
                <Menu.CheckboxItem
                  key={column.key}
                  value={column.key}
                  checked={!hidden.has(column.key)}
                  onCheckedChange={(shown) => toggle(column.key, shown)}
                >
                  <Box as="span" boxSize="4" color="accent" lineHeight="0">
                    {!hidden.has(column.key) && <Check size={16} strokeWidth={2.5} />}
                  </Box>
                  {column.header}
                </Menu.CheckboxItem>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
