import { useRef } from 'react'
import { useSearchKey } from '#web/lib/use-keys.ts'
import { useSettledText } from '#web/lib/use-settled-text.ts'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

/** The search of a list, reached by its key; `onSearch` gets the text after a pause in typing. */
export function ListSearch({ value, onSearch, ...field }: Omit<SearchFieldProps, 'ref' | 'onKeyDown'>) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useSettledText(value, onSearch)
  useSearchKey(input)
  return <SearchField ref={input} value={typed} onSearch={setTyped} {...field} />
}
