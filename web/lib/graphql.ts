import { initGraphQLTada } from 'gql.tada'
import type { introspection } from './graphql-env.d.ts'

/** Typed GraphQL documents; the types follow `shared/schema.graphql`. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; JSON: unknown; ID: string }
}>()

export { readFragment, type FragmentOf, type ResultOf, type VariablesOf } from 'gql.tada'
