import { z } from 'zod'
import { searchText } from '#shared/domains/search/contract.ts'
import { familyFilters, stuckFilter, workqueueFilters } from '#shared/domains/workqueues/contract.ts'
import type { Page } from '#shared/lib/wire.ts'

/** Filters of the calls that read runs. */
export const runFilters = workqueueFilters
  .extend(familyFilters.shape)
  .extend(stuckFilter.shape)
  .extend({ search: searchText.optional() })
export type WorkqueueFilters = z.output<typeof runFilters>

export const workqueueSortKeys = ['created', 'started', 'ended', 'name', 'status'] as const
export type WorkqueueSortKey = (typeof workqueueSortKeys)[number]

/** A page of a list with a search; `more`: there are more rows than `total`, which are not counted. */
export interface SearchedPage<Row> extends Page<Row> {
  more: boolean
}

/** What a list with a search answers besides its rows. */
export const searchedPage = z.object({ more: z.boolean().optional() })
