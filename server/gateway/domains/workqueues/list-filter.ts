import {
  passesFilter,
  type FilteredWorkqueue,
  type WorkqueueListFilter,
} from '../../../../shared/realtime/filter.ts'
import type { LiveEvent } from '../../../../shared/realtime/events.ts'
import { moment, text, texts, wireId, type Wire } from '../../graphql/wire.ts'
import type { RowFilter } from '../../realtime/live-field.ts'

/** The arguments of a live list as GraphQL gives them; statuses are any text. */
export type ListFilterArgs = Omit<WorkqueueListFilter, 'status'> & { status?: readonly string[] | null }

/** Rows remembered of each kind; those remembered longest go first. */
const MAX_REMEMBERED = 5000

const readStatus = text('status')
const readTags = texts('tags')
const readCreated = moment('created')

/**
 * Which events a live list gets (contract section 9). A row that passes is sent. One that fails is sent all
 * the same when it may be on the list, for the client to patch it. That is so when its status fails, unless it was
 * new and has failed ever since; when its tags fail and may have passed before; never when its date fails, which
 * does not change. With ids only those rows are sent.
 */
export function createListFilter(args: ListFilterArgs): RowFilter {
  const { status, tags, createdAfter, createdBefore, workqueueIds } = args as WorkqueueListFilter
  const byStatus: WorkqueueListFilter = { status: status ?? null }
  const byTags: WorkqueueListFilter = { tags: tags ?? null }
  const byDate: WorkqueueListFilter = {
    createdAfter: createdAfter ?? null,
    createdBefore: createdBefore ?? null,
  }
  const ids = workqueueIds?.length ? new Set(workqueueIds) : null
  /** New rows on nobody's list; forgetting one only sends its changes needlessly. */
  const unlisted = new Set<string>()
  /** Rows that may be listed although their tags fail. */
  const strayed = new Set<string>()

  /** Whether a row whose tags fail may have been listed with those it had before. */
  function hasStrayed(event: LiveEvent, id: string, before: Wire | undefined): boolean {
    if (event === 'save' || unlisted.has(id)) return false
    // Of a row that nobody knew, an update may be the one that changed the tags.
    const passed = before ? passesFilter(filteredFields(before), byTags) : event === 'update'
    if (!passed && !strayed.has(id)) return false
    remember(strayed, id)
    return true
  }

  return {
    admits(event, row, before) {
      const id = wireId(row)
      if (ids) return ids.has(id)
      const fields = filteredFields(row)
      if (!passesFilter(fields, byDate)) return false
      if (!passesFilter(fields, byTags)) return hasStrayed(event, id, before)
      if (passesFilter(fields, byStatus)) {
        unlisted.delete(id)
        return true
      }
      if (event !== 'save') return !unlisted.has(id)
      remember(unlisted, id)
      return false
    },
    forget() {
      unlisted.clear()
      strayed.clear()
    },
  }
}

function remember(rows: Set<string>, id: string): void {
  rows.delete(id)
  rows.add(id)
  if (rows.size > MAX_REMEMBERED) rows.delete(rows.values().next().value as string)
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
