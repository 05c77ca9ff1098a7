import { keyKinds, keyStates, MAX_KEY_SEARCH, type KeyState } from '#shared/domains/keys/kinds.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText, wordsOf } from '#web/lib/query-string.ts'

/** What the list of keys is filtered by, as its address contains it. */
export interface KeyParams extends PagingQuery {
  kind: string[]
  /** Null: any. */
  state: KeyState | null
  search: string
  /** Keys of the aliases of one worker. */
  workerId: string | null
  alias: string | null
}

export const anyKey = {
  kind: [],
  state: null,
  search: '',
  workerId: null,
  alias: null,
} satisfies Partial<KeyParams>

export const keySorts = ['expires', 'created', 'lastUsed']

/** Reads the query of the address; unknown kinds and states are ignored. */
export function parseKeys(params: URLSearchParams): KeyParams {
  return {
    ...parsePaging(params, keySorts),
    kind: wordsOf(params.get('kind')).filter((word) => (keyKinds as readonly string[]).includes(word)),
    state: keyStates.find((state) => state === params.get('state')) ?? null,
    search: (params.get('search') ?? '').slice(0, MAX_KEY_SEARCH),
    workerId: params.get('worker') || null,
    alias: params.get('alias') || null,
  }
}

/** The query of an address; defaults are left out. */
export function formatKeys({ kind, state, search, workerId, alias, ...paging }: KeyParams): string {
  const parts: [string, string][] = []
  if (kind.length > 0) parts.push(['kind', kind.join(',')])
  if (state !== null) parts.push(['state', state])
  if (search !== '') parts.push(['search', search])
  if (workerId !== null) parts.push(['worker', workerId])
  if (alias !== null) parts.push(['alias', alias])
  return queryText([...parts, ...pagingParts(paging)])
}

/** The views of the list of keys. */
export const keyViews = viewedList({
  screen: 'keys',
  parse: parseKeys,
  format: formatKeys,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})

export const isKeysFiltered = ({ kind, state, search, workerId, alias }: KeyParams): boolean =>
  kind.length > 0 || state !== null || search !== '' || workerId !== null || alias !== null
