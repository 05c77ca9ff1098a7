import { Box, Button, type ButtonProps, Menu, Popover, Portal } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Choice } from '#web/ui/form/choices.ts'

/** A word of the sentence that can be chosen. `name` is what it says of the rule. */
function Word({ name, text, ...button }: { name: string; text: string } & ButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      px="1.5"
      gap="1"
      maxW="full"
      minH={{ base: '10', sm: '7' }}
      bg="accent.soft"
      color="accent"
      fontWeight="medium"
      textStyle="sm"
      aria-label={`${name}: ${text}`}
      {...button}
    >
      <Box as="span" truncate>
        {text}
      </Box>
      <ChevronDown size={14} />
    </Button>
  )
}

/** The value of no choice: from an entry with an empty one the arrow keys do not move on. */
const NONE = '*'

/** A word that is one of a few. Without `none` there is always a choice. */
export function WordMenu({
  name,
  choices,
  value,
  none,
  onChange,
}: {
  name: string
  choices: readonly Choice[]
  value: string | null
  none?: string
  onChange(value: string | null): void
}) {
  const all = none === undefined ? choices : [{ value: NONE, label: none }, ...choices]
  const chosen = all.find((choice) => choice.value === (value ?? NONE))
  return (
    <Menu.Root positioning={{ placement: 'bottom-start' }}>
      <Menu.Trigger asChild>
        <Word name={name} text={chosen?.label ?? value ?? ''} />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={name} maxH="320px" overflowY="auto">
            <Menu.RadioItemGroup
              value={value ?? NONE}
              onValueChange={(next) => onChange(next.value === NONE ? null : next.value)}
            >
              {all.map((choice) => (
                <Menu.RadioItem key={choice.value} value={choice.value} minH={{ base: '10', sm: '8' }}>
                  <Box as="span" boxSize="4" color="accent" lineHeight="0">
                    {choice.value === (value ?? NONE) && <Check size={16} strokeWidth={2.5} />}
                  </Box>
                  {choice.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

/** A word that is typed or searched in a field of its own. */
export function SentenceField({
  name,
  text,
  children,
}: {
  name: string
  text: string
  /** Gets what closes the field. */
  children(close: () => void): ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      positioning={{ placement: 'bottom-start' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Word name={name} text={text} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label={name} width="300px">
            <Popover.Body>{children(() => setOpen(false))}</Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
