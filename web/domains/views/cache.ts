import type { DomainCache } from '#web/lib/cache.ts'

/** Cache updates of views: the list of a screen is read again after one was made, and a deleted one is in no list. */
export const viewCache: DomainCache = {
  keys: { ViewOwner: () => null },
  updates: {
    Mutation: {
      createView(_result, { screen }, store) {
        store.invalidate('Query', 'views', { screen: screen as string })
      },
      deleteView(_result, { id }, store) {
        store.invalidate({ __typename: 'View', id: id as string })
      },
    },
  },
}
