import {
  createdWithin,
  isWithin,
  passesFilter,
  type FilteredWorkqueue,
  type WorkqueueListFilter,
} from '#shared/domains/workqueues/list-filter.ts'
import { workqueueSummary, type WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { RowFilter } from '#server/gateway/realtime/live-field.ts'

/** The arguments of a live list as GraphQL gives them; a status is any text. */
export type ListFilterArgs = Omit<WorkqueueListFilter, 'status'> & { status?: readonly string[] | null }

/** Rows remembered of each kind; the oldest go first. */
const MAX_REMEMBERED = 5000

type ListedRow = Wire<WorkqueueSummary>

const read = readers(workqueueSummary)
const readStatus = read.text('status')
const readTags = read.texts('tags')
const readCreated = read.moment('created')

/**
 * Decides which events a live list gets. A row that passes is sent. A row that fails is sent too when it may
 * be on the list, so that the client updates it: when its status fails, unless the row was new and has failed
 * ever since; and when its tags fail and may have passed before. A row whose date fails is never sent,
 * because the date does not change. With ids only those rows are sent.
 */
export function createListFilter(args: ListFilterArgs): RowFilter {
  const { status, tags, workqueueIds } = args as WorkqueueListFilter
  const byStatus: WorkqueueListFilter = { status: status ?? null }
  const byTags: WorkqueueListFilter = { tags: tags ?? null }
  const created = createdWithin(args as WorkqueueListFilter)
  const ids = workqueueIds?.length ? new Set(workqueueIds) : null
  /** New rows that are on no list. Forgetting one only causes needless messages. */
  const unlisted = new Set<string>()
  /** Rows that may be listed although their tags fail. */
  const leftByTags = new Set<string>()

  /**
   * Whether a row whose tags fail may be listed with the tags it had before. Any event may have new tags,
   * because the changes of a row are joined. An unknown row is left out: otherwise its changes would reach
   * every list.
   */
  function mayBeListed(id: string, before: ListedRow | undefined): boolean {
    if (unlisted.has(id)) return false
    const passed = before !== undefined && passesFilter(previousFields.read(before), byTags)
    if (!passed && !leftByTags.has(id)) return false
    remember(leftByTags, id)
    return true
  }

  return {
    admits(event, row: ListedRow, before?: ListedRow) {
      const fields = currentFields.read(row)
      const id = fields._id
      if (ids) return ids.has(id)
      if (!isWithin(fields.createdAt, created)) return false
      if (!passesFilter(fields, byTags)) return mayBeListed(id, before)
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
      leftByTags.clear()
    },
  }
}

function remember(rows: Set<string>, id: string): void {
  rows.delete(id)
  rows.add(id)
  if (rows.size > MAX_REMEMBERED) rows.delete(rows.values().next().value as string)
}

/** `createdAt` in ms since 1970. */
type Fields = FilteredWorkqueue & { createdAt: number }

/**
 * Reads the fields of a row once, because all groups of a channel need those of the same row in succession.
 */
function createLastRead(): { read(row: ListedRow): Fields } {
  let last: { row: ListedRow; fields: Fields } | null = null
  return {
    read(row) {
      if (last?.row !== row) last = { row, fields: readFields(row) }
      return last.fields
    },
  }
}

const currentFields = createLastRead()
const previousFields = createLastRead()

function readFields(row: ListedRow): Fields {
  const value = row['created' satisfies keyof WorkqueueSummary]
  const text = typeof value === 'string' ? value : ''
  const moment = Date.parse(text)
  // Compared as a moment, because a platform may spell it in another way.
  const created = Number.isNaN(moment) ? readCreated(row) : text
  const createdAt = Number.isNaN(moment) ? Date.parse(created) : moment
  const status = readStatus(row) as FilteredWorkqueue['status']
  return { _id: wireId(row), status, tags: readTags(row), created, createdAt }
}
