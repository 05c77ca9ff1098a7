import { Combobox, createListCollection, Field } from '@chakra-ui/react'
import { ChevronDown, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type Choice, matchingChoices } from './choices.ts'

const panel = {
  bg: 'raised',
  color: 'ink',
  borderWidth: '1px',
  borderColor: 'line',
  borderRadius: 'md',
  boxShadow: 'raised',
  maxH: '260px',
  overflowY: 'auto',
  p: '1',
  zIndex: 'calc({zIndex.popover} + var(--layer-index, 0))',
} as const

const item = {
  display: 'flex',
  alignItems: 'center',
  minH: '8',
  px: '2',
  borderRadius: 'sm',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  _highlighted: { bg: 'pressed' },
  '&[data-state=checked]': { color: 'accent', fontWeight: 'medium' },
} as const

/**
 * A field for one of many choices, found by typing. `value` is null while none is chosen; unless one is
 * required or always there, a button clears it. Shows the first hundred matches.
 */
export function ChoiceField({
  label,
  choices,
  value,
  onChange,
  placeholder = 'Search...',
  required = false,
  permanent = false,
  disabled = false,
  loading = false,
  hint,
}: {
  label: string
  choices: Choice[]
  value: string | null
  onChange(value: string | null): void
  placeholder?: string
  required?: boolean
  /** There is always a choice: none is missing, so that nothing marks the field as required. */
  permanent?: boolean
  disabled?: boolean
  /** True while the choices are loading. */
  loading?: boolean
  hint?: string
}) {
  const [text, setText] = useState<string | null>(null)
  const chosen = choices.find((choice) => choice.value === value)
  const clearable = value !== null && !required && !permanent && !disabled
  const collection = useMemo(
    () => createListCollection({ items: matchingChoices(choices, text ?? '') }),
    [choices, text],
  )
  return (
    <Field.Root required={required} disabled={disabled}>
      <Combobox.Root
        collection={collection}
        value={value === null ? [] : [value]}
        inputValue={text ?? chosen?.label ?? ''}
        onInputValueChange={(change) => change.reason === 'input-change' && setText(change.inputValue)}
        onValueChange={(change) => {
          onChange(change.value[0] ?? null)
          setText(null)
        }}
        onOpenChange={(change) => !change.open && setText(null)}
        openOnClick
        // Enter chooses the first hit of what was typed.
        inputBehavior="autohighlight"
        selectionBehavior="preserve"
        // Fixed, so that a scrolling container does not cut it off.
        positioning={{ strategy: 'fixed', sameWidth: true }}
        disabled={disabled}
        width="full"
      >
        <Combobox.Label textStyle="sm" fontWeight="medium" display="flex" gap="1" mb="1.5">
          {label}
          {required && <Field.RequiredIndicator />}
        </Combobox.Label>
        <Combobox.Control position="relative">
          <Combobox.Input
            placeholder={loading ? 'Loading...' : placeholder}
            width="full"
            height={{ base: '10', sm: '8' }}
            ps="2.5"
            pe={clearable ? '14' : '8'}
            bg="surface"
            borderWidth="1px"
            borderColor="control"
            borderRadius="md"
            _focusVisible={{ outline: '2px solid {colors.accent}', outlineOffset: '1px' }}
            _disabled={{ opacity: 0.6, cursor: 'not-allowed' }}
          />
          {clearable && (
            // In the tab order, because no other key clears the choice.
            <Combobox.ClearTrigger
              position="absolute"
              insetEnd="8"
              top="0"
              height="full"
              width="5"
              display="flex"
              alignItems="center"
              justifyContent="center"
              borderRadius="sm"
              color="ink.3"
              cursor="pointer"
              _hover={{ color: 'ink' }}
              tabIndex={0}
              data-touch
              aria-label={`Clear ${label}`}
            >
              <X size={14} />
            </Combobox.ClearTrigger>
          )}
          <Combobox.Trigger
            position="absolute"
            insetEnd="2"
            top="0"
            height="full"
            color="ink.3"
            cursor="pointer"
            aria-label={`Show the choices of ${label}`}
          >
            <ChevronDown size={15} />
          </Combobox.Trigger>
        </Combobox.Control>
        {/* In place and not in a portal: a dialog hides everything outside it from screen readers. */}
        <Combobox.Positioner>
          <Combobox.Content {...panel}>
            <Combobox.Empty px="2" py="1.5" color="ink.3">
              {loading ? 'Loading...' : 'Nothing found'}
            </Combobox.Empty>
            {collection.items.map((choice) => (
              <Combobox.Item key={choice.value} item={choice} {...item}>
                {choice.label}
              </Combobox.Item>
            ))}
          </Combobox.Content>
        </Combobox.Positioner>
      </Combobox.Root>
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}
