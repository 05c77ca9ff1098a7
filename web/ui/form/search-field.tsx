import './search-field.css'
import { Input, type InputProps } from '@chakra-ui/react'
import type { Ref } from 'react'

export interface SearchFieldProps extends Pick<InputProps, 'maxLength' | 'spellCheck' | 'onKeyDown'> {
  /** What is searched, also said in the empty field. */
  label: string
  value: string
  onSearch(search: string): void
  ref?: Ref<HTMLInputElement>
  /** `wide`: as its container; `keyless`: the key of searches does not lead to it. */
  look?: 'plain' | 'wide' | 'keyless'
}

/** The frame of every search of a list, which shows its key while it is empty. */
export function SearchField({ label, onSearch, look = 'plain', ...input }: SearchFieldProps) {
  return (
    <div data-search-box={look}>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        onChange={(event) => onSearch(event.target.value)}
        {...input}
      />
    </div>
  )
}
