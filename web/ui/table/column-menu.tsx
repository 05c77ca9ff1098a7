import { Box, Menu, Portal } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { tableMessages as texts } from '#shared/lib/table-messages.ts'
import { usePreferences } from '#web/lib/settings/own-settings.ts'
import { useSaveChoices } from '../feedback/save-choices.ts'
import { ColumnButton } from './column-button.tsx'
import type { Column } from './column.ts'
import { chosenKeys, isChosen, layoutText, moved, ownLayout, toggled, type TableLayout } from './layout.ts'

/** What the menu needs of a column. */
type MenuColumn = Pick<Column<unknown>, 'key' | 'header' | 'primary' | 'optional' | 'noRoom'>

/**
 * The menu that shows, hides and orders the columns of a table, and sets how high its rows are; the column of the name is
 * always shown, first. It is loaded when it first opens, hence open at once.
 */
export function ColumnMenu({
  columns,
  layout,
  onChange,
}: {
  columns: readonly MenuColumn[]
  layout: TableLayout
  onChange(layout: TableLayout): void
}) {
  const { density } = usePreferences()
  const save = useSaveChoices()
  const shown = chosenKeys(columns, layout)
  const hidden = columns.filter((column) => isChosen(column) && !shown.includes(column.key))
  const headers = new Map(columns.map(({ key, header }) => [key, header]))
  const keys = [...shown, ...hidden.map(({ key }) => key)]
  const onKeyDown = (event: KeyboardEvent, key: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onChange(moved(columns, layout, key, event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <Menu.Root
      defaultOpen
      closeOnSelect={false}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Menu.Trigger asChild>
        <ColumnButton />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={texts.columns}>
            {keys.map((key) => (
              <Menu.CheckboxItem
                key={key}
                value={key}
                checked={shown.includes(key)}
                aria-keyshortcuts={shown.includes(key) ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                onCheckedChange={() => onChange(toggled(columns, layout, key))}
                onKeyDown={(event) => onKeyDown(event, key)}
              >
                <Tick on={shown.includes(key)} />
                <Box as="span" flex="1">
                  {headers.get(key)}
                </Box>
                {shown.includes(key) && (
                  <MoveButtons
                    isFirst={key === shown[0]}
                    isLast={key === shown.at(-1)}
                    onMove={(step) => onChange(moved(columns, layout, key, step))}
                  />
                )}
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator />
            <Menu.CheckboxItem
              value="*compact"
              checked={density === 'compact'}
              onCheckedChange={(compact) => void save({ density: compact ? 'compact' : 'comfortable' })}
            >
              <Tick on={density === 'compact'} />
              {texts.compact}
            </Menu.CheckboxItem>
            {layoutText(layout) !== layoutText(ownLayout) && (
              <>
                <Menu.Separator />
                <Menu.Item value="*" color="ink.2" onSelect={() => onChange(ownLayout)}>
                  {texts.ownColumns}
                </Menu.Item>
              </>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

const Tick = ({ on }: { on: boolean }) => (
  <Box as="span" boxSize="4" color="accent" lineHeight="0">
    {on && <Check size={16} strokeWidth={2.5} />}
  </Box>
)

/** For the mouse only: by keyboard the entry itself is moved. */
function MoveButtons({
  isFirst,
  isLast,
  onMove,
}: {
  isFirst: boolean
  isLast: boolean
  onMove(step: 1 | -1): void
}) {
  const moves = [
    { step: -1, Icon: ArrowUp, off: isFirst, title: texts.moveUp },
    { step: 1, Icon: ArrowDown, off: isLast, title: texts.moveDown },
  ] as const
  return (
    <Box as="span" display="inline-flex" ms="4" color="ink.3" aria-hidden>
      {moves.map(({ step, Icon, off, title }) => (
        <Box
          key={step}
          as="span"
          title={title}
          p="1"
          borderRadius="sm"
          lineHeight="0"
          opacity={off ? 0.3 : 1}
          _hover={off ? undefined : { color: 'ink', bg: 'pressed' }}
          // The entry itself would be toggled.
          onPointerDown={(event) => event.stopPropagation()}
          onPointerUp={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation()
            if (!off) onMove(step)
          }}
        >
          <Icon size={14} />
        </Box>
      ))}
    </Box>
  )
}
