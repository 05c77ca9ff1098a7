import { graphql } from '#web/lib/graphql.ts'

/** Values that complete a term of a search. */
export const searchSuggestionsQuery = graphql(`
  query SearchSuggestions($term: String!, $prefix: String, $appId: ID) {
    searchSuggestions(term: $term, prefix: $prefix, appId: $appId)
  }
`)
