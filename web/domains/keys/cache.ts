import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

/** The lists are read again, and the page of the app or the worker that has the key. */
function rereadKeys(_result: unknown, { kind, owner }: Record<string, unknown>, store: Cache): void {
  invalidateLists(store, 'keys')
  if (kind === 'hookSecret') return invalidateLists(store, 'hooks')
  store.invalidate({ __typename: kind === 'token' ? 'App' : 'Worker', id: owner as string })
}

export const keyCache: DomainCache = {
  updates: { Mutation: { rotateKey: rereadKeys, revokeKey: rereadKeys } },
}
