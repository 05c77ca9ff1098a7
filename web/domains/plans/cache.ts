import type { Cache } from '@urql/exchange-graphcache'
import { invalidateLists, type DomainCache } from '#web/lib/cache.ts'

const rereadLists = (_result: unknown, _args: unknown, store: Cache) => invalidateLists(store, 'plans')

/**
 * A new or deleted plan moves the rows of every page: the lists are read again. A changed plan is the same
 * entity.
 */
export const planCache: DomainCache = {
  updates: { Mutation: { createPlan: rereadLists, deletePlan: rereadLists } },
}
