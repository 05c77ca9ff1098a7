import type { LiveEvent } from '#shared/realtime/events.ts'
import { passesFilter, type WorkqueueListFilter } from './list-filter.ts'
import { terminalWorkqueueStatuses, type WorkqueueStatus } from './statuses.ts'

/** The fields of a listed workqueue that the live rules look at; moments are ISO strings. */
export interface LiveRow {
  id: string
  status: string
  tags: readonly string[]
  created: string
}

/** One page of a list and how many rows match in all. */
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

/** Whether a workqueue has come to its end (contract section 9: completed, failed or cancelled). */
export function isTerminal(status: string): boolean {
  return terminalWorkqueueStatuses.includes(status as WorkqueueStatus)
}

/**
 * Whether `next` was certainly true before `row` was. A run that has ended never waits for its start again, and
 * a cancelled one never goes on; any other ended run may have been restarted since.
 */
export function isOlder(row: Pick<LiveRow, 'status'>, next: Pick<LiveRow, 'status'>): boolean {
  if (!isTerminal(row.status)) return false
  return next.status === 'notstarted' || (row.status === 'cancelled' && !isTerminal(next.status))
}

/**
 * What a live event makes of a page of the list (spec section 4, contract section 9). A `save` that passes the
 * filter enters page 1 at the top and pushes the last row out of a full page; every event patches the row it
 * speaks of, also when that row no longer passes the filter. Answers the same object when nothing changes.
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
  // A row older than a full page has already been counted and pushed off it; its event came late.
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

/** What decides whether a list listens. `rows` is null while the page has not been read yet. */
export interface LiveListSituation extends Paging {
  rows: readonly Pick<LiveRow, 'id' | 'status'>[] | null
  idle: boolean
}

/**
 * Whether a list should listen: never while the user is idle, and off page 1 only while a listed run can
 * still change (spec section 2, Workqueues screen).
 */
export function shouldSubscribe({ page, rows, idle }: LiveListSituation): boolean {
  if (idle) return false
  if (page === 1) return true
  return rows !== null && rows.some((row) => !isTerminal(row.status))
}

/** What a list asks its subscription for. */
export interface LiveListScope {
  perPage: number
  status: string[] | null
  tags: string[] | null
  workqueueIds: string[] | null
  createdAfter: string | null
  createdBefore: string | null
}

/**
 * The scope to subscribe with, or null when the list should not listen. Off page 1 nothing can enter, so only
 * the listed rows are asked for, whatever their status has become.
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
