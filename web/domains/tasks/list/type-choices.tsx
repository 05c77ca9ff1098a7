import { Box, Button, chakra, Input } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { matchingChoices } from '#web/ui/form/choices.ts'

export interface TypeChoicesProps {
  known: string[]
  value: string[]
  onChange(value: string[]): void
}

/** The task types of an account with a search; chosen ones are listed also when they are not known. */
export function TypeChoices({ known, value, onChange }: TypeChoicesProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // It is loaded after the popover has looked for what to focus.
  useEffect(() => field.current?.focus(), [])
  const types = [...new Set([...known, ...value])].sort()
  const found = matchingChoices(
    types.map((type) => ({ value: type, label: type })),
    text,
  )
  // Always sorted, so that equal selections have equal addresses.
  const toggle = (type: string, checked: boolean) =>
    onChange(checked ? [...value, type].sort() : value.filter((each) => each !== type))
  return (
    <>
      <Input
        ref={field}
        aria-label={taskMessages.searchTypes}
        placeholder={taskMessages.searchTypes}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <chakra.ul listStyleType="none" mt="1.5" maxH="260px" overflowY="auto" tabIndex={-1}>
        {found.map(({ value: type }) => (
          <chakra.li
            key={type}
            textStyle="mono"
            overflowWrap="anywhere"
            borderRadius="sm"
            _hover={{ bg: 'pressed' }}
            css={{ '& > label': { display: 'flex', minHeight: '8', paddingInline: '2' } }}
          >
            <Checkbox
              checked={value.includes(type)}
              onChange={(checked) => toggle(type, checked)}
              label={type}
            />
          </chakra.li>
        ))}
      </chakra.ul>
      {found.length === 0 && (
        <Box px="2" py="1.5" color="ink.3">
          {taskMessages.noTypes}
        </Box>
      )}
      {value.length > 0 && (
        <Button size="xs" variant="ghost" mt="1" onClick={() => onChange([])}>
          Clear
        </Button>
      )}
    </>
  )
}
