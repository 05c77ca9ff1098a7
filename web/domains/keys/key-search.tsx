import { Input } from '@chakra-ui/react'
import { useRef } from 'react'
import { MAX_KEY_SEARCH } from '#shared/domains/keys/kinds.ts'
import { keyMessages as texts } from '#shared/domains/keys/messages.ts'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { useSettledText } from '#web/lib/use-settled-text.ts'

/** The search of keys: a part of what one is called, as a log has it, or of what it is of. */
export function KeySearch({ value, onSearch }: { value: string; onSearch(search: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useSettledText(value, onSearch)
  useSearchKey(field)
  return (
    <Input
      ref={field}
      type="search"
      aria-label={texts.search}
      placeholder={texts.search}
      maxLength={MAX_KEY_SEARCH}
      autoComplete="off"
      flex={{ base: '1 1 100%', sm: 'none' }}
      width={{ sm: '220px' }}
      minH={{ base: '10', sm: '8' }}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
