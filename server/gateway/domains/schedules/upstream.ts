import type {
  BackfillPreview,
  Schedule,
  ScheduleOccurrence,
  SchedulePreview,
  ScheduleSummary,
} from '#shared/domains/schedules/contract.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, isWire, pageOf, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface ScheduleQuery extends PageArgs {
  appId?: string | null | undefined
  planId?: string | null | undefined
  state?: string | null | undefined
  search?: string | null | undefined
  createdBy?: string | null | undefined
}

/** A page of schedules, with what the platform says of all of them. */
export interface ScheduleList {
  rows: Wire<ScheduleSummary>[]
  total: number
  counts: Wire
  next: Wire | null
}

const path = (id: string, rest = '') => `${apiPath`schedules/${id}`}${rest}`
/** The parameters that are given. */
const given = (query: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? undefined]))

export async function listSchedules(
  call: Call,
  { page, perPage, sort, ...filters }: ScheduleQuery,
): Promise<ScheduleList> {
  const query = { ...pageQuery({ page, perPage, sort: sort ?? null }), ...given({ ...filters }) }
  const answer = await call({ method: 'GET', path: 'schedules', query })
  const { counts, next } = isWire(answer) ? answer : {}
  return {
    ...pageOf<ScheduleSummary>(answer),
    counts: isWire(counts) ? counts : {},
    next: isWire(next) ? next : null,
  }
}

export async function getSchedule(call: Call, id: string): Promise<Wire<Schedule>> {
  return entityOf(await call({ method: 'GET', path: path(id) }))
}

/** Filters of the times of a schedule; a moment is inclusive. */
export interface OccurrenceQuery extends PageArgs {
  state?: string | null | undefined
  reason?: string | null | undefined
  source?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

export async function readOccurrences(
  call: Call,
  id: string,
  { page, perPage, sort, from, to, ...filters }: OccurrenceQuery,
) {
  const span = { 'at[$gte]': from, 'at[$lte]': to }
  const query = { ...pageQuery({ page, perPage, sort: sort ?? null }), ...given({ ...filters, ...span }) }
  return pageOf<ScheduleOccurrence>(await call({ method: 'GET', path: path(id, '/occurrences'), query }))
}

/** The next times of an expression; the platform names the part that is wrong. */
export async function previewSchedule(call: Call, body: object): Promise<Wire<SchedulePreview>> {
  return entityOf(await call({ method: 'POST', path: 'schedules/preview', body }))
}

export async function createSchedule(call: Call, body: object): Promise<Wire<Schedule>> {
  return entityOf(await call({ method: 'POST', path: 'schedules', body }))
}

export async function updateSchedule(call: Call, id: string, body: object): Promise<Wire<Schedule>> {
  return entityOf(await call({ method: 'PUT', path: path(id), body }))
}

export async function deleteSchedule(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: path(id) })
}

export async function pauseSchedule(call: Call, id: string, reason: string): Promise<Wire<Schedule>> {
  return entityOf(await call({ method: 'POST', path: path(id, '/pause'), body: { reason } }))
}

export async function resumeSchedule(call: Call, id: string): Promise<Wire<Schedule>> {
  return entityOf(await call({ method: 'POST', path: path(id, '/resume') }))
}

/** Starts a run now; resolves with its id. */
export async function triggerSchedule(call: Call, id: string): Promise<string> {
  return wireId(entityOf<Workqueue>(await call({ method: 'POST', path: path(id, '/trigger') })))
}

/** A span of times, both ends included. */
export interface BackfillSpan {
  from: string
  to: string
}

/** The times of a span, and those that have a run; nothing is started. */
export async function previewBackfill(
  call: Call,
  id: string,
  span: BackfillSpan,
): Promise<Wire<BackfillPreview>> {
  const body = { ...span, dryRun: true }
  return entityOf(await call({ method: 'POST', path: path(id, '/backfill'), body }))
}

/** Starts the times of a span that have no run; resolves with the id of the receipt. */
export async function backfillSchedule(
  call: Call,
  id: string,
  body: BackfillSpan & { concurrency?: number },
): Promise<string> {
  return wireId(entityOf(await call({ method: 'POST', path: path(id, '/backfill'), body })))
}
