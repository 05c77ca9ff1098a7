import { forgetLists, type DomainCache } from '#web/lib/cache.ts'

/** Which page a script stands on is the platform's to say; an updated one needs nothing, it is the same entity. */
export const cache: DomainCache = {
  updates: {
    Mutation: {
      createScript: (_result, _args, store) => forgetLists(store, 'scripts'),
      deleteScript: (_result, _args, store) => forgetLists(store, 'scripts'),
    },
  },
}
