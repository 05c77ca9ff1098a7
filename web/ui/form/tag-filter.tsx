import { Button, Flex, Input, Popover, Portal } from '@chakra-ui/react'
import { useState, type FormEvent } from 'react'
import { Chip, choiceText } from './chip.tsx'
import { Tag } from '../display/tag.tsx'

/** Adds the comma-separated words of a text to a list of tags, without duplicates. */
export function withTags(tags: string[], text: string): string[] {
  const added = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return [...new Set([...tags, ...added])]
}

/** A filter by tags, as a chip that shows them. Enter or a comma adds a tag. */
export function TagFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string[]
  onChange(value: string[]): void
}) {
  const [text, setText] = useState('')
  const add = (input: string) => {
    const next = withTags(value, input)
    if (next.length !== value.length) onChange(next)
    setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add(text)
  }
  const close = () => text.trim() && add(text)
  return (
    <Popover.Root positioning={{ placement: 'bottom-start' }} lazyMount unmountOnExit onExitComplete={close}>
      <Popover.Trigger asChild>
        <Chip label={label} value={choiceText(value)} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label={label} width="280px">
            <Popover.Body>
              <form onSubmit={submit}>
                <Input
                  aria-label={`Add to ${label}`}
                  placeholder="Type a tag and press Enter"
                  value={text}
                  onChange={(event) => {
                    const next = event.target.value
                    if (next.endsWith(',')) add(next)
                    else setText(next)
                  }}
                />
              </form>
              {value.length > 0 && (
                <Flex gap="1.5" wrap="wrap" mt="2.5" align="center">
                  {value.map((tag) => (
                    <Tag
                      key={tag}
                      label={tag}
                      onRemove={() => onChange(value.filter((each) => each !== tag))}
                    />
                  ))}
                  <Button size="xs" variant="ghost" onClick={() => onChange([])}>
                    Clear
                  </Button>
                </Flex>
              )}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}
