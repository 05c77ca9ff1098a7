import type { ListFilter } from '#shared/lib/no-match-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'

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

/** In place of the rows of a list whose search, filters or both exclude all of them; loaded when they do. */
export const NoMatch = lazyPart<NoMatchProps>(
  async () => (await import('./no-match-state.tsx')).NoMatchState,
  () => null,
)
