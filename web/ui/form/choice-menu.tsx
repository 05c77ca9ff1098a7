import { Box, Menu } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { Chip } from './chip.tsx'
import type { Choice } from './choices.ts'

/** The text for no choice. */
const ANY = 'any'
/** The value of its entry: from one with an empty value the arrow keys do not move on. */
const NO_CHOICE = '*'

/** A filter by one of several values, as a chip that shows it. Null means no filter. */
export function ChoiceMenu({
  label,
  choices,
  value,
  onChange,
  none = ANY,
}: {
  label: string
  choices: readonly Choice[]
  value: string | null
  onChange(value: string | null): void
  /** What stands for no choice. */
  none?: string
}) {
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Chip label={label} value={chosen?.label ?? value ?? none} />
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label={label} maxH="320px" overflowY="auto">
          <Menu.RadioItemGroup
            value={value ?? NO_CHOICE}
            onValueChange={({ value: next }) => onChange(next === NO_CHOICE ? null : next)}
          >
            {[{ value: NO_CHOICE, label: none }, ...choices].map((choice) => (
              <Menu.RadioItem key={choice.value} value={choice.value} minH={{ base: '10', sm: '8' }}>
                <Box as="span" boxSize="4" color="accent" lineHeight="0">
                  {choice.value === (value ?? NO_CHOICE) && <Check size={16} strokeWidth={2.5} />}
                </Box>
                {choice.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
