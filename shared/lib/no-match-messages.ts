/** What lists are filtered by beside their search. */
export type ListFilter =
  | 'app'
  | 'created'
  | 'need'
  | 'parent'
  | 'state'
  | 'status'
  | 'stuck'
  | 'tags'
  | 'type'

/** Texts in place of the rows of a list whose search and filters exclude all of them. */
export const noMatchMessages = {
  noMatch: (noun: string, search: string) => `No ${noun} matches ${search}`,
  filtered: (noun: string) => `No ${noun} matches these filters`,
  together: (noun: string, search: string, filters: readonly string[]) =>
    `No ${noun} matches ${search} together with ${filters.join(' and ')}`,
  clearSearch: 'Clear search',
  clearFilters: 'Clear filters',
  /** A filter with its values. */
  values: (filter: ListFilter, values: readonly string[]) => `${filter} ${values.join(', ')}`,
  /** Filters that are on or off. */
  switches: {
    created: 'the chosen time',
    need: '“needs attention”',
    parent: 'the parent run',
    stuck: '“stuck or late”',
  } as Partial<Record<ListFilter, string>>,
} as const
