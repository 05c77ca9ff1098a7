import { Box, Flex } from '@chakra-ui/react'
import { type KeyboardEvent, useRef } from 'react'
import { planChoiceMessages as texts } from '#shared/domains/workqueues/plan-choice-messages.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { KeyCap } from '#web/ui/display/key-cap.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'

/** The search of plans: Enter opens the first one that is found, an arrow goes to the rows. */
export function PlanSearchField({
  value,
  first,
  onChange,
  onEnter,
  onRows,
}: {
  value: string
  /** The name of what Enter opens; null for nothing. */
  first: string | null
  onChange(text: string): void
  onEnter(): void
  onRows(): void
}) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = event.key === 'Enter' ? onEnter : event.key === 'ArrowDown' ? onRows : null
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <Flex gap="3" align="center" wrap="wrap" flex={{ base: '1 1 100%', md: '0 1 auto' }} minW="0">
      <SearchField ref={field} label={texts.search} value={value} onSearch={onChange} onKeyDown={onKeyDown} />
      <Box
        role="status"
        hideBelow="md"
        color="ink.2"
        minW="0"
        overflowWrap="anywhere"
        _empty={{ display: 'none' }}
      >
        {first !== null && (
          <>
            <KeyCap name="Enter" /> {texts.opens(first)}
          </>
        )}
      </Box>
    </Flex>
  )
}
