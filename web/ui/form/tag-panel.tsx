import { Button, Flex, Input, Popover } from '@chakra-ui/react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { Tag } from '../display/tag.tsx'
import { offeredTags, withTags } from './tags.ts'

export interface TagPanelProps {
  label: string
  value: string[]
  /** Known tags. */
  choices: readonly string[]
  onChange(value: string[]): void
}

/** The arrow keys move between the field and the tags that are offered below it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')]
  const next = stops[stops.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** What a filter by tags is changed with: Enter or a comma adds a tag, known ones are offered. */
export function TagPanel({ label, value, choices, onChange }: TagPanelProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const add = (input: string) => {
    const next = withTags(value, input)
    if (next.length !== value.length) onChange(next)
    setText('')
  }
  const latest = useLatest({ text, add })
  useEffect(() => {
    // The panel is loaded after the popover has looked for what to focus.
    field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- what was typed last
    return () => void (latest.current.text.trim() && latest.current.add(latest.current.text))
  }, [latest])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add(text)
  }
  return (
    <Popover.Body onKeyDown={moveFocus}>
      <form onSubmit={submit}>
        <Input
          ref={field}
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
      {offeredTags(choices, value, text).map((tag) => (
        <Button
          key={tag}
          data-choice
          variant="ghost"
          display="block"
          width="full"
          px="2"
          mt="1"
          minH={{ base: '10', sm: '8' }}
          textAlign="start"
          fontWeight="normal"
          truncate
          title={tag}
          onClick={() => {
            add(tag)
            field.current?.focus()
          }}
        >
          {tag}
        </Button>
      ))}
      {value.length > 0 && (
        <Flex gap="1.5" wrap="wrap" mt="2.5" align="center">
          {value.map((tag) => (
            <Tag key={tag} label={tag} onRemove={() => onChange(value.filter((each) => each !== tag))} />
          ))}
          <Button size="xs" variant="ghost" onClick={() => onChange([])}>
            Clear
          </Button>
        </Flex>
      )}
    </Popover.Body>
  )
}
