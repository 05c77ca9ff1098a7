import { Button, Flex } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import { type ListFilter, noMatchMessages as texts } from '#shared/lib/no-match-messages.ts'
import { EmptyState } from './placeholders.tsx'

/** The filters of a list besides its search: the values that users read, none for an unset one, or whether it is on. */
export type ListFilters = Readonly<Partial<Record<ListFilter, readonly string[] | boolean>>>

export interface NoMatchProps {
  /** What one row is called. */
  noun: string
  /** Empty for none. */
  search: string
  /** Why the search finds nothing whatever the filters are. */
  fault?: string | undefined
  filters?: ListFilters
  onClearSearch(): void
  onClearFilters?: () => void
}

/** Says what excludes every row, the search, the filters or both together, and has a button for each of them. */
export function NoMatchState({
  noun,
  search,
  fault,
  filters = {},
  onClearSearch,
  onClearFilters,
}: NoMatchProps) {
  const names = fault === undefined ? namesOf(filters) : []
  const isSearched = search !== ''
  const title = isSearched
    ? names.length > 0
      ? texts.together(noun, search, names)
      : texts.noMatch(noun, search)
    : texts.filtered(noun)
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={fault ?? title}
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          {isSearched && <Button onClick={onClearSearch}>{texts.clearSearch}</Button>}
          {names.length > 0 && <Button onClick={onClearFilters}>{texts.clearFilters}</Button>}
        </Flex>
      }
    />
  )
}

/** The set filters as users read them. */
const namesOf = (filters: ListFilters): string[] =>
  (Object.entries(filters) as [ListFilter, readonly string[] | boolean][]).flatMap(([filter, value]) => {
    if (typeof value === 'boolean') return value ? [texts.switches[filter] ?? filter] : []
    return value.length > 0 ? [texts.values(filter, value)] : []
  })
