import { Input } from '@chakra-ui/react'
import { useRef } from 'react'
import { taskMessages as texts } from '#shared/domains/tasks/messages.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { useSettledText } from '#web/lib/use-settled-text.ts'
import { MAX_SUMMARY_SEARCH } from './summary-params.ts'

/** The search of the three lists. */
export function SummarySearch({ value, onSearch }: { value: string; onSearch(search: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useSettledText(value, onSearch)
  useSearchKey(field)
  return (
    <Input
      ref={field}
      type="search"
      aria-label={texts.searchSummary}
      placeholder={texts.searchSummary}
      maxLength={MAX_SUMMARY_SEARCH}
      autoComplete="off"
      flex={{ base: '1 1 100%', sm: 'none' }}
      width={{ sm: '240px' }}
      minH={{ base: '10', sm: '8' }}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
