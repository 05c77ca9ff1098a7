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
  const passing: WorkqueueListFilter = { status: filter.status ?? null }
  const ids = filter.workqueueIds?.length ? new Set(filter.workqueueIds) : null
  const unlisted = new Set<string>()

  return {
    admits(event, row) {
      const id = wireId(row)
      if (ids) return ids.has(id)
      const fields = filteredFields(row)
      if (!passesFilter(fields, lasting)) return false
      if (passesFilter(fields, passing)) {
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

/** Every group of a channel asks for the fields of the same row. */
const read = new WeakMap<Wire, FilteredWorkqueue>()

function filteredFields(row: Wire): FilteredWorkqueue {
  let fields = read.get(row)
  if (!fields) {
    const status = readStatus(row) as FilteredWorkqueue['status']
    const { created } = row
    // Compared as a moment, so it need not be spelled as one of ours.
    const isMoment = typeof created === 'string' && !Number.isNaN(Date.parse(created))
    const spelled = isMoment ? created : readCreated(row)
    fields = { _id: wireId(row), status, tags: readTags(row), created: spelled }
    read.set(row, fields)
  }
  return fields
}
