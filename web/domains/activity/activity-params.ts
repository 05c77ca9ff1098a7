import { recordNamesOf, startNames } from '#shared/domains/activity/acts.ts'
import { activitySpans } from '#shared/domains/activity/messages.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of Activity; null and none for any. */
export interface ActivityParams extends PagingQuery {
  actor: string | null
  /** Names such as `plan.update`, or kinds: `plan`. */
  action: string[]
  /** What was done, as the filter names it: `restart`. */
  done: string[]
  /** Ids. */
  entity: string[]
  /** An entity with what it contains. */
  within: string | null
  /** A part of the entity, such as an alias. */
  part: string | null
  refused: boolean
  /** Whether starts of runs are listed. */
  starts: boolean
  /** How long ago at most: `hour`, `day`, `week`; it is not there beside `from` and `to`. */
  last: string | null
  /** ISO moments. */
  from: string | null
  to: string | null
}

export const anyActivity = {
  actor: null,
  action: [],
  done: [],
  entity: [],
  within: null,
  part: null,
  refused: false,
  starts: true,
  last: null,
  from: null,
  to: null,
} satisfies Partial<ActivityParams>

const momentIn = (text: string | null) =>
  text !== null && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null

const spanIn = (text: string | null) => activitySpans.find(([span]) => span === text)?.[0] ?? null

/** Reads the query of the address; invalid values are ignored. */
export function parseActivity(params: URLSearchParams): ActivityParams {
  const { page, perPage } = parsePaging(params)
  const [from, to] = [momentIn(params.get('from')), momentIn(params.get('to'))]
  return {
    page,
    perPage,
    actor: params.get('actor') || null,
    action: wordsOf(params.get('action') ?? ''),
    done: wordsOf(params.get('done') ?? ''),
    entity: wordsOf(params.get('entity') ?? ''),
    within: params.get('within') || null,
    part: params.get('part') || null,
    refused: params.get('refused') === 'true',
    starts: params.get('starts') !== 'false',
    last: from === null && to === null ? spanIn(params.get('last')) : null,
    from,
    to,
  }
}

/** The query of an address; defaults are left out. */
export function formatActivity(query: ActivityParams): string {
  const { actor, action, done, entity, within, part, refused, starts, last, from, to, ...paging } = query
  const parts: [string, string][] = []
  if (actor !== null) parts.push(['actor', actor])
  if (done.length > 0) parts.push(['done', done.join(',')])
  if (action.length > 0) parts.push(['action', action.join(',')])
  if (entity.length > 0) parts.push(['entity', entity.join(',')])
  if (within !== null) parts.push(['within', within])
  if (part !== null) parts.push(['part', part])
  if (refused) parts.push(['refused', 'true'])
  if (!starts) parts.push(['starts', 'false'])
  if (last !== null) parts.push(['last', last])
  if (from !== null) parts.push(['from', from])
  if (to !== null) parts.push(['to', to])
  return queryText([...parts, ...pagingParts(paging)])
}

/** The views of Activity. */
export const activityViews = viewedList({
  screen: 'activity',
  parse: parseActivity,
  format: formatActivity,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [
    { key: 'all', name: viewMessages.own.all, query: '' },
    { key: 'refused', name: viewMessages.own.refused, query: 'refused=true' },
  ],
})

export const isActivityFiltered = (query: ActivityParams): boolean =>
  formatActivity({ ...query, page: 1 }) !== formatActivity({ ...query, ...anyActivity, page: 1 })

/** The arguments of the list at a moment in milliseconds, taken by the minute so that they are the same for a while. */
export function activityVariables(query: ActivityParams, now: number) {
  const { page, perPage, actor, action, done, entity, within, part, refused, starts, last, from, to } = query
  const span = activitySpans.find(([name]) => name === last)?.[2]
  const since = span === undefined ? from : new Date(Math.floor(now / 60_000) * 60_000 - span).toISOString()
  const left = starts ? [] : startNames.map((name) => `-${name}`)
  const all = {
    page,
    perPage,
    actor,
    action: [...recordNamesOf(done, action), ...left],
    entity,
    within,
    part,
  }
  return { ...all, refused: refused || null, from: since, to, fold: true }
}
