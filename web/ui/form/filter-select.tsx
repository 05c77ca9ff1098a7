import { Box, Menu } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { Chip, choiceText } from './chip.tsx'

export interface FilterOption {
  value: string
  label: string
  /** In a weaker colour at the end of the entry, such as a count. */
  hint?: string | undefined
}

/** A filter by any of several values, as a chip that shows them. No value means no filter. */
export function FilterSelect({
  label,
  options,
  value,
  onChange,
  onOpen,
  named = false,
}: {
  label: string
  options: FilterOption[]
  value: string[]
  onChange(value: string[]): void
  /** The menu was opened. */
  onOpen?(): void
  /** The chip has only its name. */
  named?: boolean
}) {
  const chosen = options.filter((option) => value.includes(option.value))
  // In the order of the options, so that the same choice always has the same address.
  const toggle = (changed: string, checked: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === changed ? checked : value.includes(each))),
    )
  return (
    <Menu.Root
      closeOnSelect={false}
      // A line of filters that scrolls does not cut it.
      positioning={{ placement: 'bottom-start', strategy: 'fixed' }}
      onOpenChange={({ open }) => open && onOpen?.()}
    >
      <Menu.Trigger asChild>
        <Chip label={label} value={named ? undefined : choiceText(chosen.map((option) => option.label))} />
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label={label}>
          {options.map((option) => {
            const checked = value.includes(option.value)
            return (
              <Menu.CheckboxItem
                key={option.value}
                value={option.value}
                checked={checked}
                onCheckedChange={(next) => toggle(option.value, next)}
              >
                <Box as="span" boxSize="4" color="accent" lineHeight="0">
                  {checked && <Check size={16} strokeWidth={2.5} />}
                </Box>
                {option.label}
                {option.hint !== undefined && (
                  // Not a part of the name of the entry, which is its value.
                  <Box
                    as="span"
                    aria-hidden
                    ms="auto"
                    ps="6"
                    textStyle="xs"
                    color="ink.3"
                    fontVariantNumeric="tabular-nums"
                  >
                    {option.hint}
                  </Box>
                )}
              </Menu.CheckboxItem>
            )
          })}
          {value.length > 0 && (
            <>
              <Menu.Separator />
              <Menu.Item value="clear" onSelect={() => onChange([])} color="ink.2">
                Clear
              </Menu.Item>
            </>
          )}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
