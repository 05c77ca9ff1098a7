import { z } from 'zod'
import { taskSearchText } from '#shared/domains/search/contract.ts'
import { taskFilters, type TaskStatus } from '#shared/domains/tasks/contract.ts'
import { moment, type Page } from '#shared/lib/wire.ts'

/** Filters of the calls that read tasks; actions on many tasks have no search. */
export const readTaskFilters = taskFilters.extend({ search: taskSearchText.optional() })
export type TaskFilters = z.output<typeof readTaskFilters>

export const taskSortKeys = ['created', 'queued', 'started', 'ended', 'name', 'type', 'status'] as const
export type TaskSortKey = (typeof taskSortKeys)[number]

/** What a list with a search answers besides its rows. */
export const searchedTaskPage = z.object({
  more: z.boolean().optional(),
  searchedTo: moment.nullable().optional(),
})

/**
 * A page of a list with a search. `more`: there are, or may be, more rows than `total`. `searchedTo`: tasks beyond this moment
 * of their creation were not looked at; null when all were, or when enough were found.
 */
export interface SearchedTasks<Row> extends Page<Row> {
  more: boolean
  searchedTo: string | null
}

/** Statuses in which a task may stay; an index finds tasks by them (see 0001-start.sql). */
const restingStatuses: readonly TaskStatus[] = ['queued', 'retry', 'failed', 'skipped']

/** Whether an index finds the tasks in these statuses. */
export const areResting = (statuses: readonly TaskStatus[]): boolean =>
  statuses.every((status) => restingStatuses.includes(status))
