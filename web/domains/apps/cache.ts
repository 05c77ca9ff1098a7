import type { DomainCache } from '../../lib/cache.ts'
import { appListQuery } from './operations.ts'

/** A new app stands in the list at once; an updated one needs nothing, it is the same entity. */
export const cache: DomainCache = {
  resolvers: {
    // An app that a list has brought is shown at once, before its own answer comes.
    Query: { app: (_parent, args) => ({ __typename: 'App', id: args.id as string }) },
  },
  updates: {
    Mutation: {
      createApp(result, _args, store) {
        const { createApp: app } = result as { createApp: { id: string; name: string; description: string } }
        store.updateQuery({ query: appListQuery }, (data) =>
          data ? { ...data, apps: [...data.apps, { __typename: 'App' as const, ...app }] } : null,
        )
      },
    },
  },
}
