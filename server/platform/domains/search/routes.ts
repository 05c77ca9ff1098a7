import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  searchAnswer,
  searchQuery,
  suggestionAnswer,
  suggestionQuery,
  type SearchGroup,
} from '#shared/domains/search/contract.ts'
import { MAX_HITS } from '#shared/domains/search/hit-kinds.ts'
import { searchWords } from '#shared/domains/search/normal.ts'
import { parseSearch } from '#shared/domains/search/query.ts'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import { accountIdOf, hidesPayloads } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { namedHits, namedKinds } from './named-hits.ts'
import { suggestValues } from './suggestions.ts'
import { valueSearch } from './value-search.ts'

/** The newest runs that pass a search, with their causes. */
export type FindRuns = (
  accountId: string,
  query: { search: string; appId: string | undefined; pagesize: number },
) => Promise<{ data: WorkqueueSummary[]; total: number; more: boolean }>

const config = { platformAccess: 'account', feature: 'search' } as const

/** `GET search`, one search over all kinds of things, and `GET search/suggestions`. */
export async function searchRoutes(
  app: FastifyInstance,
  { db, findRuns }: { db: Kysely<Database>; findRuns: FindRuns },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const search = {
    querystring: searchQuery,
    summary: 'Apps, runs, plans, workers, aliases, teams and clusters, at most three of each',
    answer: { body: searchAnswer },
  }
  api.get('/search', { config, schema: search }, async (request) => {
    const accountId = accountIdOf(request)
    const { q, appId } = request.query
    await requireOwn(db, accountId, 'apps', appId)
    const words = searchWords(q)
    // That a value finds a run tells the value.
    const isWithoutValues = hidesPayloads(request)
    if (words.length === 0) return { data: [] }
    const groups = await Promise.all([
      ...namedKinds.map((kind) => namedHits(db, accountId, kind, words)),
      runHits(findRuns, accountId, searchOfWords(q, isWithoutValues), appId),
    ])
    const isUnknown = groups.at(-1)?.hits.length === 0
    const byValue = isUnknown && !isWithoutValues ? await valueSearch(db, { accountId, appId }, q) : null
    if (byValue !== null)
      groups.push({ ...(await runHits(findRuns, accountId, byValue, appId)), search: byValue })
    const found = groups.filter(({ hits }) => hits.length > 0)
    return { data: found.sort((one, other) => place(one) - place(other)) }
  })

  const suggestions = {
    querystring: suggestionQuery,
    summary: 'Values that complete a term of a search',
    answer: { body: suggestionAnswer },
  }
  api.get('/search/suggestions', { config, schema: suggestions }, async (request) => {
    const accountId = accountIdOf(request)
    const { term, prefix, appId } = request.query
    await requireOwn(db, accountId, 'apps', appId)
    return { data: await suggestValues(db, { accountId, appId }, term, prefix) }
  })
}

const places = searchAnswer.shape.data.element.shape.kind.options
const place = ({ kind }: SearchGroup) => places.indexOf(kind)

/** What was typed, as a search if it is one, else its words; `isWithoutValues`: also where it names a value of a state. */
function searchOfWords(q: string, isWithoutValues: boolean): string {
  const { terms, faults } = parseSearch(q)
  const isSearch = faults.length === 0 && !(isWithoutValues && terms.some(({ kind }) => kind === 'state'))
  return isSearch ? q : searchWords(q).slice(0, 10).join(' ')
}

async function runHits(
  findRuns: FindRuns,
  accountId: string,
  search: string,
  appId: string | undefined,
): Promise<SearchGroup> {
  const { data, total, more } = await findRuns(accountId, { search, appId, pagesize: MAX_HITS })
  const hits = data.map(({ _id, name, appId: ofApp, status, created, ended, why }) => ({
    kind: 'runs' as const,
    _id,
    name,
    appId: ofApp,
    sentence: why?.text ?? null,
    status,
    since: ended ?? created,
    parentId: null,
  }))
  return { kind: 'runs', more: Math.max(0, total - hits.length), exact: !more, hits }
}
