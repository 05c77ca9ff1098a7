import { forgetLists, type DomainCache } from '#web/lib/cache.ts'

/**
 * Which page a worker stands on is the platform's to say; an updated one needs nothing, it is the same entity. With
 * its aliases change the choices of where a task can run.
 */
export const cache: DomainCache = {
  updates: {
    Mutation: {
      createWorker: (_result, _args, store) => forgetLists(store, 'workers'),
      deleteWorker(_result, args, store) {
        forgetLists(store, 'workers')
        store.invalidate({ __typename: 'Worker', id: args['id'] as string })
      },
      addAlias: (_result, _args, store) => forgetLists(store, 'taskAliases'),
      removeAlias: (_result, _args, store) => forgetLists(store, 'taskAliases'),
    },
  },
}
