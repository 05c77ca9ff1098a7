import { Input, type InputProps } from '@chakra-ui/react'
import { useRef } from 'react'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { useSettledText } from '#web/lib/use-settled-text.ts'

/** The search of a list, reached by its key; `onSearch` gets the text after a pause in typing. */
export function ListSearch({
  label,
  value,
  onSearch,
  ...input
}: {
  label: string
  value: string
  onSearch(search: string): void
} & Pick<InputProps, 'maxLength' | 'width' | 'display' | 'mb'>) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useSettledText(value, onSearch)
  useSearchKey(field)
  return (
    <Input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      flex={{ base: '1 1 100%', sm: 'none' }}
      minH={{ base: '10', sm: '8' }}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      {...input}
    />
  )
}
