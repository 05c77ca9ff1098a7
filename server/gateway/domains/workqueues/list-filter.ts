import {
  passesFilter,
  type FilteredWorkqueue,
  type WorkqueueListFilter,
} from '../../../../shared/realtime/filter.ts'
import { moment, text, texts, wireId, type Wire } from '../../graphql/wire.ts'
import type { RowFilter } from '../../realtime/live-field.ts'

/** The arguments of a live list as GraphQL gives them; statuses are any text. */
export type ListFilterArgs = Omit<WorkqueueListFilter, 'status'> & { status?: readonly string[] | null }

/** New rows remembered as "on nobody's list"; forgetting one only sends its changes needlessly. */
const MAX_UNLISTED = 5000

const readStatus = text('status')
const readTags = texts('tags')
const readCreated = moment('created')

/**
 * Which events a live list gets (contract section 9). A row that passes is sent. One that fails is sent all
 * the same when it may be on the list, for the client to patch it: that is so unless its tags or its date
 * fail, which never change, or it was new and has failed ever since. With ids only those rows are sent.
 */
export function createListFilter(args: ListFilterArgs): RowFilter {
  const filter = args as WorkqueueListFilter
  const lasting: WorkqueueListFilter = { ...filter, status: null }
  const ids = filter.workqueueIds?.length ? new Set(filter.workqueueIds) : null
  const unlisted = new Set<string>()

  return {
    admits(event, row) {
      const id = wireId(row)
      if (ids) return ids.has(id)
      const fields = filteredFields(id, row)
      if (!passesFilter(fields, lasting)) return false
      if (passesFilter(fields, filter)) {
        unlisted.delete(id)
        return true
      }
      if (event !== 'save') return !unlisted.has(id)
      unlisted.add(id)
      if (unlisted.size > MAX_UNLISTED) unlisted.delete(unlisted.values().next().value as string)
      return false
    },
    forget: () => unlisted.clear(),
  }
}

function filteredFields(id: string, row: Wire): FilteredWorkqueue {
  const status = readStatus(row) as FilteredWorkqueue['status']
  return { _id: id, status, tags: readTags(row), created: readCreated(row) }
}
