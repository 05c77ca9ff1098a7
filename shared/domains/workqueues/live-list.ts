import type { LiveEvent } from '#shared/realtime/events.ts'
import { passesFilter, type WorkqueueListFilter } from './list-filter.ts'
import { terminalWorkqueueStatuses, type WorkqueueStatus } from './statuses.ts'

/** The fields of a listed workqueue that the live rules read; timestamps are ISO strings. */
export interface LiveRow {
  id: string
  status: string
  tags: readonly string[]
  created: string
}

/** One page of a list and the number of all matching rows. */
export interface LivePage<Row> {
  rows: readonly Row[]
  total: number
}

/** Which page of the list is shown; `page` starts at 1. */
export interface Paging {
  page: number
  perPage: number
}

export interface LiveListEvent<Row> {
  event: LiveEvent
  workqueue: Row
}

/** Whether a workqueue has ended: completed, failed or cancelled. */
export function isTerminal(status: string): boolean {
  return terminalWorkqueueStatuses.includes(status as WorkqueueStatus)
}

/**
 * Whether `next` is certainly older than `row`. An ended run never returns to notstarted, and a cancelled one
 * never continues; any other ended run may have been restarted.
 */
export function isOlder(row: Pick<LiveRow, 'status'>, next: Pick<LiveRow, 'status'>): boolean {
  if (!isTerminal(row.status)) return false
  return next.status === 'notstarted' || (row.status === 'cancelled' && !isTerminal(next.status))
}

/**
 * Applies a live event to a page of the list. A `save` that passes the filter is inserted at the top of page
 * 1 and drops the last row of a full page. Every event patches its row if listed, even when the row no longer
 * passes the filter. Returns the same object when nothing changes.
 */
export function applyEvent<Row extends LiveRow>(
  list: LivePage<Row>,
  { event, workqueue }: LiveListEvent<Row>,
  filter: WorkqueueListFilter,
  paging: Paging,
): LivePage<Row> {
  const listed = list.rows.find((row) => row.id === workqueue.id)
  if (listed) return isOlder(listed, workqueue) ? list : patched(list, workqueue)
  return event === 'save' && enters(list, workqueue, filter, paging)
    ? inserted(list, workqueue, paging)
    : list
}

function patched<Row extends LiveRow>(list: LivePage<Row>, workqueue: Row): LivePage<Row> {
  return {
    rows: list.rows.map((row) => (row.id === workqueue.id ? { ...row, ...workqueue } : row)),
    total: list.total,
  }
}

function enters<Row extends LiveRow>(
  list: LivePage<Row>,
  workqueue: Row,
  filter: WorkqueueListFilter,
  { page, perPage }: Paging,
): boolean {
  if (page !== 1) return false
  if (!passesFilter({ ...workqueue, _id: workqueue.id, status: workqueue.status as WorkqueueStatus }, filter))
    return false
  // A row older than a full page is already counted and below it; its event came late.
  const last = list.rows.at(-1)
  const full = list.rows.length >= perPage
  return !(full && last && Date.parse(workqueue.created) < Date.parse(last.created))
}

function inserted<Row extends LiveRow>(
  list: LivePage<Row>,
  workqueue: Row,
  { perPage }: Paging,
): LivePage<Row> {
  return { rows: [workqueue, ...list.rows].slice(0, perPage), total: list.total + 1 }
}

/** The state that decides whether a list subscribes. `rows` is null until the page has been read. */
export interface LiveListSituation extends Paging {
  rows: readonly Pick<LiveRow, 'id' | 'status'>[] | null
  idle: boolean
}

/**
 * Whether a list should subscribe: never while the user is idle, and off page 1 only while a listed run can
 * still change.
 */
export function shouldSubscribe({ page, rows, idle }: LiveListSituation): boolean {
  if (idle) return false
  if (page === 1) return true
  return rows !== null && rows.some((row) => !isTerminal(row.status))
}

/** Arguments of a list's subscription. */
export interface LiveListScope {
  perPage: number
  status: string[] | null
  tags: string[] | null
  workqueueIds: string[] | null
  createdAfter: string | null
  createdBefore: string | null
}

/**
 * The arguments to subscribe with, or null when the list should not subscribe. Off page 1 nothing can be
 * inserted, so only the listed rows are requested, whatever their status.
 */
export function liveScope(situation: LiveListSituation, filter: WorkqueueListFilter): LiveListScope | null {
  if (!shouldSubscribe(situation)) return null
  const { page, perPage, rows } = situation
  if (page > 1) {
    const workqueueIds = (rows ?? []).map((row) => row.id).sort()
    return { perPage, status: null, tags: null, workqueueIds, createdAfter: null, createdBefore: null }
  }
  return {
    perPage,
    status: filter.status?.length ? [...filter.status] : null,
    tags: filter.tags?.length ? [...filter.tags] : null,
    workqueueIds: null,
    createdAfter: filter.createdAfter ?? null,
    createdBefore: filter.createdBefore ?? null,
  }
}
