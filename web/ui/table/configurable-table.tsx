import { Box, Button, Menu, Portal } from '@chakra-ui/react'
import { Check, Columns3 } from 'lucide-react'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Has a prefix, because other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.choice'

const listeners = new Set<() => void>()

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Private windows may refuse storage: nothing is stored then.
    return ''
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the choice is not kept.
  }
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * A set of words that this user has chosen in this browser, stored under a name; empty at first. Words
 * contain no comma. All callers with the same name update together.
 */
function useStoredSet(name: string): [ReadonlySet<string>, (words: Iterable<string>) => void] {
  const { state } = useSession()
  const user = state.phase === 'known' ? signedInUser(state.view)?.user._id : undefined
  const key = `${PREFIX}.${user ?? 'nobody'}.${name}`
  const text = useSyncExternalStore(subscribe, () => read(key))
  const chosen = useMemo(() => new Set(text.split(',').filter(Boolean)), [text])
  const choose = useCallback((words: Iterable<string>) => write(key, [...words].join(',')), [key])
  return [chosen, choose]
}

/** The menu that shows and hides the columns of a table; the primary column is always shown. */
function ColumnMenu<Row>({
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

/** The list of a page, with its keys. Each user chooses its columns, stored in this browser under the table's label. */
export function ConfigurableTable<Row>({ columns, ...table }: Omit<DataTableProps<Row>, 'menu'>) {
  const element = useRef<HTMLDivElement>(null)
  useRowKeys(element, table.selection !== undefined)
  const [hidden, choose] = useStoredSet(`columns.${table.label}`)
  const shown = useMemo(
    () => columns.filter((column) => column.primary || !column.header || !hidden.has(column.key)),
    [columns, hidden],
  )
  return (
    <div ref={element}>
      <DataTable
        {...table}
        columns={shown}
        menu={<ColumnMenu columns={columns} hidden={hidden} onChange={choose} />}
      />
    </div>
  )
}
