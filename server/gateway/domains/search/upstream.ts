import type { SearchGroup } from '#shared/domains/search/contract.ts'
import { asText, isWire, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'

export interface SearchArgs {
  q: string
  appId?: string | null | undefined
}

/** The hits of a search, by kind. */
export async function findAnywhere(call: Call, { q, appId }: SearchArgs): Promise<Wire<SearchGroup>[]> {
  return rowsOf(await call({ method: 'GET', path: 'search', query: { q, appId } }))
}

export interface SuggestionArgs {
  term: string
  prefix?: string | null | undefined
  appId?: string | null | undefined
}

/** Values that complete a term of a search. */
export async function readSuggestions(
  call: Call,
  { term, prefix, appId }: SuggestionArgs,
): Promise<string[]> {
  const query = { term, prefix: prefix || undefined, appId }
  const answer: unknown = await call({ method: 'GET', path: 'search/suggestions', query })
  const values = isWire(answer) ? answer['data'] : answer
  return Array.isArray(values) ? values.map(asText).filter((value) => value !== null) : []
}
