import { useQueryState } from '#web/lib/query-string.ts'
import {
  formatWorkqueueListParams,
  parseWorkqueueListParams,
  type WorkqueueListParams,
} from './list-query.ts'

/** Filters and paging of the address. A change of a filter starts at page 1. */
export function useWorkqueueListParams(): [
  WorkqueueListParams,
  (change: Partial<WorkqueueListParams>) => void,
] {
  const [query, change] = useQueryState(parseWorkqueueListParams, formatWorkqueueListParams)
  return [query, (next) => change({ page: 1, ...next })]
}
