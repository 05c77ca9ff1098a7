import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

/**
 * Only the platform knows which page has a script: the lists are read again. An updated script is the same
 * entity.
 */
export const scriptCache: DomainCache = {
  updates: {
    Mutation: {
      createScript: (_result, _args, store) => invalidateLists(store, 'scripts'),
      deleteScript: (_result, _args, store) => invalidateLists(store, 'scripts'),
    },
  },
}
