import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

const reread = (_result: unknown, _args: unknown, store: Cache) => invalidateLists(store, 'hooks')

export const hookCache: DomainCache = {
  updates: {
    Mutation: { createHook: reread, updateHook: reread, deleteHook: reread, renewHookSecret: reread },
  },
  keys: {
    HookPage: () => null,
    HookCallPage: () => null,
    HookLastCall: () => null,
    HookSecret: () => null,
    MadeHook: () => null,
  },
}
