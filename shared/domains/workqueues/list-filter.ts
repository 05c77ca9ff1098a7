import type { WorkqueueStatus } from './contract.ts'

/** The active filters of a live workqueue list. Empty or absent means "any"; moments are ISO strings. */
export interface WorkqueueListFilter {
  status?: readonly WorkqueueStatus[] | null
  tags?: readonly string[] | null
  /** Only these rows; set when the list is not on page 1. */
  workqueueIds?: readonly string[] | null
  createdAfter?: string | null
  createdBefore?: string | null
}

/** The fields of a workqueue that the filter reads. */
export interface FilteredWorkqueue {
  _id: string
  status: WorkqueueStatus
  tags: readonly string[]
  created: string
}

/** The first and the last matching moment, in ms since 1970. */
export interface Interval {
  from: number
  to: number
}

/** The interval of creation that passes the filter. */
export function createdWithin({ createdAfter, createdBefore }: WorkqueueListFilter): Interval {
  return {
    from: createdAfter ? Date.parse(createdAfter) : -Infinity,
    to: createdBefore ? Date.parse(createdBefore) : Infinity,
  }
}

/** Both ends included; an invalid moment (NaN) passes every filter. */
export function isWithin(moment: number, { from, to }: Interval): boolean {
  return !(moment < from || moment > to)
}

/**
 * Whether a workqueue passes the active filters of a live list: status, tags (any match), ids, created-after
 * and created-before, both ends included. Gateway and browser share this predicate.
 */
export function passesFilter(row: FilteredWorkqueue, filter: WorkqueueListFilter): boolean {
  const { status, tags, workqueueIds } = filter
  if (status?.length && !status.includes(row.status)) return false
  if (tags?.length && !tags.some((tag) => row.tags.includes(tag))) return false
  if (workqueueIds?.length && !workqueueIds.includes(row._id)) return false
  if (!filter.createdAfter && !filter.createdBefore) return true
  return isWithin(Date.parse(row.created), createdWithin(filter))
}
