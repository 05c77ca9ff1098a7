import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** Value of `?schedule=` for one that is not saved yet. */
export const NEW_SCHEDULE = 'new'

/** What the list of schedules shows, as its address contains it. */
export interface ScheduleParams extends PagingQuery {
  /** `paused`, `missed`, ...; null: all. */
  state: string | null
  search: string
  /** The schedule in the editor, or `new`. */
  schedule: string | null
  /** The plan of a new one. */
  planId: string | null
}

const states = ['active', 'paused', 'ended', 'missed']
export const scheduleSorts = ['name', 'nextAt']

/** Reads the query of the address; an unknown state is ignored. */
export function parseSchedules(params: URLSearchParams): ScheduleParams {
  const state = params.get('state')
  return {
    ...parsePaging(params, scheduleSorts),
    state: state !== null && states.includes(state) ? state : null,
    search: params.get('search') ?? '',
    schedule: params.get('schedule') || null,
    planId: params.get('planId') || null,
  }
}

/** The query of an address; defaults are left out. */
export function formatSchedules({ state, search, schedule, planId, ...paging }: ScheduleParams): string {
  const parts: [string, string][] = []
  if (state !== null) parts.push(['state', state])
  if (search !== '') parts.push(['search', search])
  if (schedule !== null) parts.push(['schedule', schedule])
  if (planId !== null && schedule === NEW_SCHEDULE) parts.push(['planId', planId])
  return queryText([...parts, ...pagingParts(paging)])
}
