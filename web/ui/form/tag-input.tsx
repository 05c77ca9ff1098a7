import { chakra, Field, Flex, Input } from '@chakra-ui/react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { withTags } from './tags.ts'
import { Tag } from '../display/tag.tsx'

/**
 * A form field for several tags: Enter, a comma or leaving the field adds the typed text; Backspace in an
 * empty field removes the last tag. Enter in an empty field submits the form.
 */
export function TagInput({
  label,
  value,
  onChange,
  hint,
  disabled = false,
}: {
  label: string
  value: string[]
  onChange(value: string[]): void
  hint?: string
  disabled?: boolean
}) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const add = (typed: string) => {
    const next = withTags(value, typed)
    if (next.length !== value.length) onChange(next)
    setText('')
  }
  const remove = (tag: string) => {
    onChange(value.filter((each) => each !== tag))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add(text)
    }
    const last = value.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
  }
  return (
    <Field.Root disabled={disabled}>
      <Field.Label>{label}</Field.Label>
      <Flex
        wrap="wrap"
        gap="1.5"
        align="center"
        width="full"
        minH="8"
        px="1.5"
        py="1"
        bg="surface"
        borderWidth="1px"
        borderColor="control"
        borderRadius="md"
        cursor={disabled ? 'not-allowed' : 'text'}
        opacity={disabled ? 0.5 : undefined}
        _focusWithin={{ outline: '2px solid {colors.accent}', outlineOffset: '-1px', borderColor: 'accent' }}
        onClick={() => field.current?.focus()}
      >
        {value.length > 0 && (
          <chakra.ul id={listId} aria-label={label} display="contents" listStyleType="none">
            {value.map((tag) => (
              <chakra.li key={tag} display="flex" minW="0" maxW="full">
                <Tag label={tag} oneLine onRemove={disabled ? undefined : () => remove(tag)} />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Input
          unstyled
          ref={field}
          value={text}
          maxLength={100}
          placeholder={value.length === 0 ? 'Type a tag and press Enter' : undefined}
          onChange={(event) => {
            const next = event.target.value
            if (next.includes(',')) add(next)
            else setText(next)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => text.trim() !== '' && add(text)}
          flex="1"
          minW="120px"
          bg="transparent"
          outline="0"
          px="1"
          textStyle="sm"
          _placeholder={{ color: 'ink.3' }}
        />
      </Flex>
      {hint && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}
