import type { WorkqueueStatus } from '../domains/workqueues/contract.ts'

/** The active filters of a live workqueue list. Empty or absent means "any"; moments are ISO strings. */
export interface WorkqueueListFilter {
  status?: readonly WorkqueueStatus[] | null
  tags?: readonly string[] | null
  /** Only these rows; set when the list is not on page 1. */
  workqueueIds?: readonly string[] | null
  createdAfter?: string | null
  createdBefore?: string | null
}

/** The fields of a workqueue that the filter looks at. */
export interface FilteredWorkqueue {
  _id: string
  status: WorkqueueStatus
  tags: readonly string[]
  created: string
}

/**
 * Whether a workqueue passes the active filters of a live list (spec section 4): status, tags (any match),
 * ids, created-after and created-before, both ends included. One predicate for the hub and the browser.
 */
export function passesFilter(row: FilteredWorkqueue, filter: WorkqueueListFilter): boolean {
  const { status, tags, workqueueIds, createdAfter, createdBefore } = filter
  if (status?.length && !status.includes(row.status)) return false
  if (tags?.length && !tags.some((tag) => row.tags.includes(tag))) return false
  if (workqueueIds?.length && !workqueueIds.includes(row._id)) return false
  if (!createdAfter && !createdBefore) return true
  const created = Date.parse(row.created)
  if (createdAfter && created < Date.parse(createdAfter)) return false
  if (createdBefore && created > Date.parse(createdBefore)) return false
  return true
}
