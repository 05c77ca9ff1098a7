import type { z } from 'zod'

/**
 * List filters that choose rows to be changed: unknown ones are refused, and at least one must restrict something. An empty
 * list stands for "any", as in the list calls; here it would mean every row.
 */
export const restricting = <Filters extends z.ZodObject>(filters: Filters) =>
  filters.strict().refine((value) => Object.values(value).some(restricts), 'must hold at least one filter')

const restricts = (filter: unknown) =>
  Array.isArray(filter) ? filter.length > 0 : filter !== undefined && filter !== null
