import { Box, Input, Menu, Portal } from '@chakra-ui/react'
import { Check, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { type Choice, matchingChoices } from '#web/ui/form/choices.ts'

/** More choices are found by a part of their name. */
const SEARCH_FROM = 10

/** One of a few values, as a chip. With many choices a field finds them by a part of their name. */
export function ChoiceChip({
  label,
  choices,
  value,
  text,
  onChange,
}: {
  label: string
  choices: Choice[]
  value: string
  /** What the chip says where the value is not among the choices. */
  text?: string
  onChange(value: string): void
}) {
  const [part, setPart] = useState('')
  const isPlan = label === gridMessages.plan
  const shown = matchingChoices(choices, part)
  const current = choices.find((choice) => choice.value === value)?.label ?? text ?? value
  return (
    <Menu.Root positioning={{ placement: 'bottom-start' }} onOpenChange={() => setPart('')}>
      <Menu.Trigger asChild>
        <Chip
          icon={isPlan ? <Waypoints size={15} /> : undefined}
          label={isPlan ? '' : label}
          aria-label={`${label} ${current}`}
          value={current}
        />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={label} maxH="min(420px, 60vh)" overflowY="auto">
            {choices.length > SEARCH_FROM && (
              <Box p="1" position="sticky" top="-1" bg="raised" zIndex="base">
                <Input
                  type="search"
                  aria-label={gridMessages.findPlan}
                  placeholder={gridMessages.findPlan}
                  value={part}
                  onChange={(event) => setPart(event.target.value)}
                  // The menu takes letters as the beginning of a choice.
                  onKeyDown={(event) => {
                    if (event.key.length === 1 || event.key === 'Backspace') event.stopPropagation()
                  }}
                />
              </Box>
            )}
            {shown.map((choice) => (
              <Menu.Item key={choice.value} value={choice.value} onSelect={() => onChange(choice.value)}>
                <Box as="span" boxSize="4" color="accent" lineHeight="0">
                  {choice.value === value && <Check size={16} strokeWidth={2.5} />}
                </Box>
                {choice.label}
              </Menu.Item>
            ))}
            {shown.length === 0 && (
              <Box px="3" py="2" color="ink.2">
                {gridMessages.noPlanFound}
              </Box>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
