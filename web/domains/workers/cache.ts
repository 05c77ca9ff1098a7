import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

/**
 * Only the platform knows which page has a worker: the lists are read again. An updated worker is the same
 * entity. A new or removed alias changes the aliases that a task can be restarted with.
 */
export const workerCache: DomainCache = {
  updates: {
    Mutation: {
      createWorker: (_result, _args, store) => invalidateLists(store, 'workers'),
      deleteWorker(_result, args, store) {
        invalidateLists(store, 'workers')
        store.invalidate({ __typename: 'Worker', id: args['id'] as string })
      },
      updateWorker: (_result, _args, store) => invalidateLists(store, 'taskInputs'),
      addAlias: (_result, _args, store) => invalidateLists(store, 'taskAliases'),
      removeAlias: (_result, _args, store) => invalidateLists(store, 'taskAliases'),
    },
  },
}
