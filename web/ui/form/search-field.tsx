import { Input, type InputProps } from '@chakra-ui/react'
import type { Ref } from 'react'

export interface SearchFieldProps extends Pick<
  InputProps,
  'maxLength' | 'width' | 'display' | 'mb' | 'onKeyDown'
> {
  /** What is searched, also said in the empty field. */
  label: string
  value: string
  onSearch(search: string): void
  ref?: Ref<HTMLInputElement>
}

/** The frame of every search of a list; on a phone it fills a row. */
export function SearchField({ label, onSearch, ...input }: SearchFieldProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      flex={{ base: '1 1 100%', sm: 'none' }}
      minH={{ base: '10', sm: '8' }}
      width={{ sm: '280px' }}
      onChange={(event) => onSearch(event.target.value)}
      {...input}
    />
  )
}
