import { Box, Button, chakra, Input, Popover, Portal } from '@chakra-ui/react'
import { useState } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Chip, choiceText } from '#web/ui/form/chip.tsx'
import { matchingChoices } from '#web/ui/form/choices.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { taskTypesQuery } from '../list-operations.ts'

/**
 * A filter by task types with a search: an account may have thousands. Selected types without a worker stay
 * listed, so that they can be deselected.
 */
export function TypeFilter({ value, onChange }: { value: string[]; onChange(value: string[]): void }) {
  const types = useLastRead(taskTypesQuery, {})
  useFailToast(taskMessages.loadTypesFailed, types.error)
  return (
    <Popover.Root positioning={{ placement: 'bottom-start' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Chip label="Type" value={choiceText(value)} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label="Type" width="320px">
            <Popover.Body>
              {types.failure ? (
                <FailedState
                  message={failText(taskMessages.loadTypesFailed, types.failure)}
                  onRetry={types.reread}
                />
              ) : (
                <TypeChoices known={types.data?.taskTypes ?? []} value={value} onChange={onChange} />
              )}
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}

function TypeChoices({
  known,
  value,
  onChange,
}: {
  known: string[]
  value: string[]
  onChange(value: string[]): void
}) {
  const [text, setText] = useState('')
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
