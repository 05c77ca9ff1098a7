import { searchGroup, searchHit, type SearchGroup, type SearchHit } from '#shared/domains/search/contract.ts'
import { suggestedTerms, isSuggestedTerm } from '#shared/domains/search/subjects.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { faultOf } from '#server/lib/faults.ts'
import { findAnywhere, readSuggestions } from './upstream.ts'

const hit = readers(searchHit)
const HitRef = builder.objectRef<Wire<SearchHit>>('SearchHit').implement({
  description: 'A thing that a search has found.',
  fields: (t) => ({
    ...contractFields(t, searchHit.omit({ appId: true, parentId: true })),
    appId: t.id({ nullable: true, resolve: hit.textOrNull('appId') }),
    parentId: t.id({ nullable: true, resolve: hit.textOrNull('parentId') }),
  }),
})

const GroupRef = builder.objectRef<Wire<SearchGroup>>('SearchGroup').implement({
  description: 'The hits of one kind, at most three, and how many more there are.',
  fields: (t) => ({
    ...contractFields(t, searchGroup.omit({ hits: true })),
    hits: t.field({ type: [HitRef], resolve: readers(searchGroup).entities('hits') }),
  }),
})

builder.queryFields((t) => ({
  search: t.field({
    description:
      'Apps, runs, plans, workers, aliases, teams and clusters of these words; groups without a hit are absent. With the feature `search`.',
    type: [GroupRef],
    args: {
      q: t.arg.string({ required: true }),
      appId: t.arg.id({ description: 'Runs of this app only; everything else is of the account.' }),
    },
    resolve: (_root, query, { call }) => findAnywhere(call, query),
  }),
  searchSuggestions: t.field({
    description:
      'Values that complete a term of a search, most frequent first: of `plan`, `tag`, `by` or `alias`. With the feature `search`.',
    type: ['String'],
    args: { term: t.arg.string({ required: true }), prefix: t.arg.string(), appId: t.arg.id() },
    resolve: (_root, query, { call }) => {
      if (!isSuggestedTerm(query.term)) throw faultOf('term', `must be one of ${suggestedTerms.join(', ')}`)
      return readSuggestions(call, query)
    },
  }),
}))
