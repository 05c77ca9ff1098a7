import { Button, Flex } from '@chakra-ui/react'
import { SearchX } from 'lucide-react'
import { type ListFilter, noMatchMessages as texts } from '#shared/lib/no-match-messages.ts'
import type { ListFilters, NoMatchProps } from './no-match.tsx'
import { EmptyState } from './placeholders.tsx'

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
